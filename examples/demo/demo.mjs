/** The demo: starts the shop and a browser, attaches a session, lets the agent shop, and checks the order. */
import { mkdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Session } from 'surehand';
import { startShop } from '../../fixtures/shop/server.mjs';
import { Agent } from './agent.mjs';
import { isHeaded, launchBrowser } from './browser.mjs';
import { Deviation } from './deviation.mjs';
import { UsageError } from './options.mjs';
import { verifyOrder } from './order.mjs';
import { Approver, guard, rulesOf } from './policy.mjs';
import { Recorder } from './recorder.mjs';
import { writeReport } from './report.mjs';
import { agreed, STORY } from './story.mjs';
import { summarise } from './summary.mjs';
import { style, Terminal } from './terminal.mjs';

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

function reportFolder(wanted) {
  const folder = resolve(wanted ?? `reports/demo-${stamp()}`);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`The report cannot be written to ${folder}: ${error.message}`);
  }
  return folder;
}

/** Both sites of the shop, a page, a session on it, and what writes everything down. */
async function open({ latency, folder }, terminal) {
  const shop = await startShop({ latency });
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  const recorder = new Recorder(folder, terminal);
  const approver = new Approver(agreed({ shop: shop.url, pay: shop.payUrl }), recorder);
  const session = await Session.attach(page, {
    visualize: isHeaded,
    // The agent knows the names alone, and the values go to the payment site alone.
    secrets: { card: { value: '4242 4242 4242 4242', origins: [shop.payUrl] }, cvc: { value: '007', origins: [shop.payUrl] } },
    gatekeeper: { policy: 'untrusted', rules: rulesOf(shop.url), hooks: guard, onApproval: approver.answer },
  });
  recorder.follow(session);
  const close = async () => {
    await session.dispose();
    await browser.close();
    await shop.close();
  };
  return { shop, browser, page, session, recorder, approver, close };
}

/** Tells the story. Answers the verified order. */
async function play({ shop, session, recorder, approver }) {
  const agent = new Agent(session, recorder);
  for (const [title, chapter] of STORY) {
    recorder.chapter(title);
    await chapter(agent, { url: `${shop.url}/` });
  }
  approver.checkAllAsked();
  return verifyOrder(shop.orders());
}

function tellFailure(terminal, { recorder }, error) {
  const last = recorder.calls.at(-1);
  const where = last ? ` at call ${last.n} (${last.chapter})` : '';
  terminal.line(`\n${style.red(`The demo failed${where}.`)}`);
  if (error instanceof Deviation) {
    terminal.line(`  expected  ${error.expected}`);
    terminal.line(`  found     ${error.found}`);
  } else terminal.line(`  ${error?.stack ?? error}`);
}

/** A picture of how far it came, for the report. */
async function lastPicture({ page, recorder }) {
  const picture = await page.screenshot({ timeout: 5000 }).catch(() => undefined);
  if (picture && recorder.calls.length > 0) recorder.keepPicture('Where it ended', picture.toString('base64'));
}

/**
 * Runs the demo.
 * @param {{ report?: string, latency: boolean }} options
 * @returns {Promise<number>} exit code: 0 when the order is verified
 */
export async function runDemo({ report, latency }) {
  const terminal = new Terminal();
  const folder = reportFolder(report);
  const stage = await open({ latency, folder }, terminal);
  const start = performance.now();
  let order;
  let failure;
  terminal.line(
    `${style.bold('surehand demo')}  ${style.dim(`shop ${stage.shop.url}  payment ${stage.shop.payUrl}  Chromium ${stage.browser.version()}`)}`,
  );
  try {
    order = await play(stage);
  } catch (error) {
    failure = error;
    await lastPicture(stage);
  } finally {
    await stage.close();
    stage.recorder.save();
  }
  const summary = summarise(stage.recorder.calls, performance.now() - start);
  if (failure) tellFailure(terminal, stage, failure);
  else terminal.line(`\n${style.green(`Order ${order.number} verified: ${order.fields} fields as wanted, total ${order.total}.`)}`);
  terminal.line(`\n${summary.lines.join('\n')}`);
  const file = writeReport(folder, { calls: stage.recorder.calls, pictures: stage.recorder.pictures, order, failure, summary });
  const shown = relative('.', file);
  terminal.line(`\nReport: ${shown.startsWith('..') ? file : shown}`);
  return failure ? 1 : 0;
}
