/** The one table of failure codes: docs, hints and retry advice are printed from it. */

export type Phase = 'validate' | 'gate' | 'resolve' | 'precheck' | 'dispatch' | 'settle' | 'verify' | 'recover';

export interface FailureSpec {
  /** Phases in which it can be raised; the first is the default. */
  readonly phases: readonly [Phase, ...Phase[]];
  /** True when the same call may succeed later without a change of input. */
  readonly retryable: boolean;
  /** What it means, one sentence, for docs. */
  readonly text: string;
  /** What to do next, for a model. */
  readonly hint: string;
}

const spec = (phases: readonly [Phase, ...Phase[]], retryable: boolean, text: string, hint: string): FailureSpec => ({
  phases,
  retryable,
  text,
  hint,
});

export const failures = {
  unknown_tool: spec(['validate'], false, 'No tool of that name is registered.', 'Use a tool name from the list of tools.'),
  invalid_input: spec(
    ['validate'],
    false,
    'The input does not fit the tool: a field is unknown, missing, malformed or of the wrong type.',
    'Correct the named field and call again.',
  ),
  invalid_value: spec(
    ['precheck', 'verify'],
    false,
    'The control does not take that value; it was left as it was.',
    'Give a value in the format or range named in the message.',
  ),
  invalid_url: spec(
    ['validate', 'gate'],
    false,
    'The URL cannot be used: malformed, or a scheme that is not allowed.',
    'Give an absolute http or https URL without user name and password.',
  ),
  denied: spec(
    ['gate'],
    false,
    'A policy or rule refused the call. Nothing was sent.',
    'Do something else, or ask the user to change the policy.',
  ),
  approval_declined: spec(
    ['gate'],
    false,
    'The user declined. Nothing was sent.',
    'Do not repeat the call; ask the user what to do instead.',
  ),
  approval_stale: spec(
    ['gate'],
    true,
    'What was approved is no longer what is there. Nothing was sent.',
    'Read the page again and make a fresh call.',
  ),
  gate_failed: spec(
    ['gate'],
    true,
    'The policy check itself failed, so the call was refused. Nothing was sent.',
    'Report the problem to the host; do not retry in a loop.',
  ),
  blocked_origin: spec(['gate', 'settle', 'dispatch'], false, 'The origin is outside the allowed origins.', 'Stay on the allowed origins.'),
  unknown_ref: spec(
    ['resolve'],
    false,
    'The ref is well-formed but was never issued here.',
    'Call read_page and use a ref that it prints.',
  ),
  stale_ref: spec(
    ['resolve', 'precheck', 'dispatch'],
    true,
    'The element of the ref is gone or no longer means the same.',
    'Call read_page and use a fresh ref; candidates are listed in details.',
  ),
  ambiguous_target: spec(
    ['resolve', 'recover'],
    false,
    'Several elements could be meant now.',
    'Call read_page and choose one of the candidates by its fresh ref.',
  ),
  detached: spec(['precheck', 'dispatch'], true, 'The element left the document before the action.', 'Call read_page and use a fresh ref.'),
  not_visible: spec(
    ['precheck'],
    true,
    'The element cannot be seen, so a person could not act on it.',
    'Open or scroll to what shows it, then read the page again.',
  ),
  not_stable: spec(
    ['precheck'],
    true,
    'The element kept moving until the time was over.',
    'Wait until the animation ends (wait_for), then try again.',
  ),
  disabled: spec(['precheck'], false, 'The control is disabled or inert.', 'Fulfil what enables it first, for example required fields.'),
  not_editable: spec(
    ['precheck'],
    false,
    'The element does not take text (read-only, or not a text control).',
    'Use another control, or click it if it opens a picker.',
  ),
  occluded: spec(
    ['precheck'],
    true,
    'Another element would receive the click.',
    'Close or move what covers it (it is named in details), then try again.',
  ),
  unsupported_frame: spec(
    ['precheck', 'resolve'],
    false,
    'The frame is rotated, skewed, mirrored or in 3D: no exact point can be computed. Nothing was sent.',
    'Use the keyboard (press_key with ref), or ask the user.',
  ),
  no_option: spec(
    ['precheck', 'verify'],
    false,
    'The list has no such option; the selection was left as it was.',
    'Choose one of the options listed in details.',
  ),
  l1_not_effective: spec(
    ['verify'],
    true,
    'The input was sent but the page did not keep it.',
    'Use the escalation tool named in details, once.',
  ),
  navigation_uncertain: spec(
    ['settle', 'verify'],
    false,
    'It is not known whether the action took place before the page went away.',
    'Read the page and check the outcome before you repeat anything.',
  ),
  navigation_failed: spec(['settle', 'dispatch'], true, 'The page could not be loaded.', 'Check the URL, or try again later.'),
  safety_boundary_unavailable: spec(
    ['precheck', 'recover'],
    false,
    'The dialog guard could not be put in place. Nothing was sent.',
    'Report the problem to the host.',
  ),
  dialog_open: spec(
    ['precheck', 'dispatch'],
    true,
    'A dialog that the host controls is open and blocks the page.',
    'The host has to answer the dialog first.',
  ),
  empty_page: spec(
    ['verify'],
    true,
    'Nothing could be perceived on the page, also not through the accessibility tree.',
    'Wait for the page to load (wait_for), or use screenshot with a vision model.',
  ),
  tab_closed: spec(
    ['resolve', 'dispatch', 'settle'],
    false,
    'The tab is closed, or there is none.',
    'Use tabs_list, then tab_open or an explicit tabId.',
  ),
  tab_leased: spec(
    ['resolve', 'dispatch'],
    true,
    'A sub-agent works on the tab. Nothing was sent.',
    'Wait for the sub-agent to end, or use another tab.',
  ),
  tab_crashed: spec(['resolve', 'dispatch', 'settle'], false, 'The tab crashed.', 'Open the URL again with tab_open.'),
  browser_closed: spec(
    ['resolve', 'dispatch', 'settle'],
    false,
    'The browser is closed or disconnected.',
    'The host has to start a browser and a new session.',
  ),
  frame_unavailable: spec(
    ['resolve', 'precheck', 'dispatch'],
    true,
    'The frame of the element does not answer.',
    'Read the page again; the frame may still be loading.',
  ),
  too_large: spec(['validate', 'verify'], false, 'The input or the result is larger than the limit.', 'Ask for a part, or give less.'),
  not_found: spec(['resolve', 'verify'], false, 'The named thing does not exist (any more).', 'List what exists and use that.'),
  already_exists: spec(['dispatch', 'validate'], false, 'Something of that name exists already.', 'Use another name.'),
  store_in_use: spec(['validate'], false, 'Another process uses the store of the session.', 'The host has to use another store.'),
  not_configured: spec(['validate'], false, 'The host has not configured what this needs.', 'Do without it; the host can configure it.'),
  provider_failed: spec(
    ['dispatch'],
    true,
    'A service that the host lends failed or gave an answer of the wrong shape.',
    'Do without it, or try once more later.',
  ),
  unsupported: spec(['validate', 'precheck'], false, 'This browser or session cannot do that.', 'Use another tool of the list.'),
  script_error: spec(['dispatch'], false, 'The script threw an error.', 'Correct the script.'),
  csp_blocked: spec(['dispatch'], false, 'The content security policy of the page forbids it.', 'Use the other tools instead of script.'),
  http_error: spec(['dispatch'], true, 'The server answered with an error status.', 'Check the URL, or try again later.'),
  quota_exceeded: spec(['dispatch'], false, 'The storage limit is reached.', 'Delete what is no longer needed.'),
  stopped: spec(
    ['dispatch'],
    false,
    'A step was not run because an earlier step changed the page.',
    'Read the page again and go on from there.',
  ),
  timeout: spec(
    ['settle', 'resolve', 'precheck', 'dispatch', 'verify', 'validate', 'gate'],
    true,
    'The time for the call was over.',
    'Check the state of the page before you repeat a write.',
  ),
  aborted: spec(
    ['dispatch', 'resolve', 'precheck', 'settle', 'verify', 'gate', 'validate'],
    false,
    'The host cancelled the call.',
    'Nothing to do.',
  ),
  session_disposed: spec(['validate', 'dispatch'], false, 'The session was disposed.', 'The host has to attach a new session.'),
  internal: spec(
    ['dispatch', 'validate', 'gate', 'resolve', 'precheck', 'settle', 'verify', 'recover'],
    false,
    'An error of the library itself.',
    'Report it with the message.',
  ),
} as const satisfies Record<string, FailureSpec>;

export type FailureCode = keyof typeof failures;

/** A failed call, as data. `details` holds facts for programs (reason, was, now, candidates, blocker, options, …). */
export interface ToolFailure {
  readonly code: FailureCode;
  readonly phase: Phase;
  readonly message: string;
  readonly hint: string;
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}
