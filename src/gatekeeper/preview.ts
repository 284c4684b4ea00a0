/** One line that says what a call would do, from facts. */
import type { CallSubject, TargetFacts } from '../registry/subject.js';
import { originOf } from '../shared/origins.js';
import type { GateFacts } from './types.js';

const MAX = 400;
/** One line, without control and bidi characters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const plain = (text: string, max = 80): string => {
  const line = text.replace(UNSAFE, ' ').trim();
  return line.length > max ? `${line.slice(0, max)}…` : line;
};
const quoted = (text: string): string => JSON.stringify(plain(text));

function targetText(target: TargetFacts, isSubmitted: boolean): string {
  const parts = [`${target.role} ${quoted(target.name)}`];
  if (target.context && target.context.key !== '') parts.push(`in ${target.context.kind} ${quoted(target.context.key)}`);
  if (target.frameName !== '') parts.push(`in frame ${quoted(target.frameName)}`);
  if (isSubmitted && target.formAction !== undefined) parts.push(`submits to ${plain(target.formAction, 120)}`);
  else if (target.href !== undefined) parts.push(`goes to ${plain(target.href, 120)}`);
  return parts.join(' ');
}

/**
 * The line.
 * @param redact masks secrets
 */
export function previewOf({ tool, spec, targets }: CallSubject, facts: GateFacts, redact: <T>(value: T) => T): string {
  const parts = [tool.name];
  if (targets.length > 0) parts.push(targets.map((target) => targetText(target, target.submits || spec.submits === true)).join(' and '));
  if (facts.destination) parts.push(plain(facts.destination.url, 160));
  const { urls = [] } = spec;
  if (urls.length > 0) parts.push(`and ${urls.length} more on ${plain([...new Set(urls.map(originOf))].join(', '), 160)}`);
  if (spec.text !== undefined) parts.push(`text ${quoted(redact(spec.text))}`);
  if (spec.secret !== undefined) parts.push(`secret ${quoted(spec.secret)}`);
  if (spec.key !== undefined) parts.push(`key ${quoted(redact(spec.key))}`);
  if (spec.point) parts.push(`at ${spec.point.x}, ${spec.point.y}`);
  if (spec.dropPoint) parts.push(`to ${spec.dropPoint.x}, ${spec.dropPoint.y}`);
  if (spec.files) parts.push(`files ${spec.files.map(quoted).join(', ')}`);
  const where = facts.destination ? '' : [...new Set(facts.origins)].filter((origin) => origin !== '').join(', ');
  if (where !== '') parts.push(`on ${where}`);
  return redact(parts.join(' ')).slice(0, MAX);
}
