/** Files a model works with. Paths are relative to the root of the workspace, parts joined by `/`, none of them `.` or `..`. */

export interface WorkspaceEntry {
  readonly name: string;
  readonly type: 'file' | 'directory';
  /** Bytes, of a file. */
  readonly size?: number;
}
export interface WorkspacePort {
  /** Makes the folders it needs; replaces a file that is there. @throws SdkError quota_exceeded, too_large, invalid_input */
  write(path: string, data: Uint8Array, signal: AbortSignal): Promise<void>;
  /** @throws SdkError not_found */
  read(path: string, signal: AbortSignal): Promise<Uint8Array>;
  /** One level; '' is the root. @throws SdkError not_found */
  list(path: string, signal: AbortSignal): Promise<readonly WorkspaceEntry[]>;
  /** With everything in it. @throws SdkError not_found */
  delete(path: string, signal: AbortSignal): Promise<void>;
}
