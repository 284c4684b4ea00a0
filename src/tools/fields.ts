/** Input fields that several tools share. */
import { z } from 'zod';
import { parseRef } from '../shared/ref.js';

/** A ref, as read_page prints it. */
export const refField = z
  .string()
  .refine((text) => parseRef(text) !== undefined, 'is not a ref such as sk4m9z_1_4, as printed in [ref=…] by read_page')
  .describe('Ref of the element, exactly as printed in [ref=…].');

/** The same two fields where a schema has several of each. */
export const shortRefField = refField.describe('Ref.');
export const shortElementField = z.string().min(1).max(500).describe('The element in words.');

export const elementField = z
  .string()
  .min(1)
  .max(500)
  .describe('The element in plain words, shown in approvals: Save button of the address form.');

const tabIdField = z.int().min(0).max(1_000_000_000).optional().describe('Tab; without it the default tab of the turn.');

/** A tab that has to be named. */
export const wantedTabField = z.int().min(0).max(1_000_000_000).describe('Tab, as listed by tabs_list.');

/** How dialogs that open during the call are answered. */
export const dialogField = z
  .union([
    z.enum(['accept', 'dismiss']),
    z.strictObject({ accept: z.literal(true).describe('Accept.'), promptText: z.string().max(10_000).describe('Answer to a prompt.') }),
  ])
  .optional()
  .describe('Answer to dialogs that open meanwhile; default dismiss.');

export const urlField = z.string().min(1).max(8_192).describe('Absolute http or https URL.');

/** A coordinate. */
export const coordinateField = z.number().min(0).max(100_000).describe('CSS pixels from the left or top edge of the viewport.');

export const mouseButtonField = z.enum(['left', 'right', 'middle']).optional().describe('Default left.');

export const modifiersField = z
  .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
  .max(4)
  .optional()
  .describe('Keys held down meanwhile.');

/**
 * Input of a tool that works on a page: its fields and `tabId`.
 * @param shape the fields of the tool
 */
export function pageInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ ...shape, tabId: tabIdField });
}

/** Largest number of tokens a snapshot may have. */
export const maxTokensField = z.int().min(200).max(6_000).optional().describe('Size of the answer in tokens; default 3,000.');

/**
 * Most entries of a list.
 * @param max largest number that may be asked for
 */
export const maxResultsField = (max: number) => z.int().min(1).max(max).optional().describe('Most entries; default 20.');
/** The default of it. */
export const DEFAULT_RESULTS = 20;

export const groupIdField = z.int().min(1).max(1_000_000_000);

/** The tab of tools whose fields are in snake_case. */
export const agentTabField = z.int().min(0).max(1_000_000_000).describe('Tab, as listed by list_tabs.');
export const windowField = z.int().min(0).max(1_000_000_000).optional().describe('Window; all tabs are in window 1.');
export const maxLengthField = z.int().min(1).max(200_000).optional().describe('Most characters of the content.');
export const summaryField = z.string().min(1).max(4_000).optional().describe('What to find out: the answer is given instead of the text.');
export const pathField = z.string().min(1).max(1_000).describe('Path of the file in the workspace.');

/** A result that is told as its JSON. */
export function asJson<Data>(data: Data): {
  readonly data: Data;
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
} {
  return { data, content: [{ type: 'text', text: JSON.stringify(data) }] };
}
