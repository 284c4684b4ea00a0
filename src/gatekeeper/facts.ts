/** The facts a decision rests on. */
import type { CallSubject } from '../registry/subject.js';
import { originOf } from '../shared/origins.js';
import { readDestination } from './destination.js';
import { isMismatch } from './mismatch.js';
import { payloadOf } from './payload.js';
import type { GateFacts } from './types.js';

function actedOrigins(subject: CallSubject, destinations: readonly string[]): readonly string[] {
  if (destinations.length > 0) return [...new Set(destinations)];
  if (subject.targets.length > 0) return [...new Set(subject.targets.map((target) => target.origin))];
  return subject.tab ? [subject.tab.origin] : [];
}

/** Everybody but the page of the tab that the call gives something to. */
function thirdPartiesOf({ tool, tab, targets }: CallSubject, destinations: readonly string[]): readonly string[] {
  const first = targets[0]?.topOrigin ?? tab?.origin;
  const forms = targets.flatMap(({ formAction }) => (formAction === undefined ? [] : [originOf(formAction)]));
  const receivers = destinations.length > 0 ? destinations : [...targets.map(({ origin }) => origin), ...forms];
  const remote = tool.binding.serverId === undefined ? [] : [`mcp:${tool.binding.serverId}`];
  return [...new Set([...receivers.filter((origin) => origin !== '' && origin !== first), ...remote])];
}

/** Words for a target that name nothing of it. Of a call with several targets only its steps say which words are for which. */
function hasMismatch({ spec, targets }: CallSubject): boolean {
  const { element, parts } = spec;
  if (!parts) return element !== undefined && targets.length === 1 && targets.some((target) => isMismatch(element, target));
  return parts.some(
    (part) => part.element !== undefined && targets.some((target) => target.ref === part.ref && isMismatch(part.element ?? '', target)),
  );
}

/**
 * Computes the facts.
 * @throws SdkError invalid_url
 */
export function factsOf(subject: CallSubject): GateFacts {
  const { spec, targets, tab } = subject;
  const destination = spec.url === undefined ? undefined : readDestination(spec.url);
  const destinations = [...(destination ? [destination] : []), ...(spec.urls ?? []).map(readDestination)];
  const thirdParties = thirdPartiesOf(
    subject,
    destinations.map(({ origin }) => origin),
  );
  const { element } = spec;
  return {
    origins: actedOrigins(
      subject,
      destinations.map(({ origin }) => origin),
    ),
    topOrigin: targets[0]?.topOrigin ?? tab?.origin ?? '',
    url: tab?.url ?? '',
    ...(destination ? { destination } : {}),
    targets,
    payload: payloadOf(subject, thirdParties),
    thirdParties,
    ...(element === undefined ? {} : { element }),
    elementMismatch: hasMismatch(subject),
    pageMadeApproval: targets.some((target) => target.pageMadeApproval),
  };
}
