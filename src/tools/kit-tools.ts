/** Toolset `browser-kit`, in the order of its document. A tool is one file and one line here. */
import { captureTab } from './browser-kit/capture-tab.js';
import { clickOnCoordinates } from './browser-kit/click-on-coordinates.js';
import { clickOnElement } from './browser-kit/click-on-element.js';
import { closeTab } from './browser-kit/close-tab.js';
import { fillTextToCoordinates } from './browser-kit/fill-text-to-coordinates.js';
import { fillTextToElement } from './browser-kit/fill-text-to-element.js';
import { getContext } from './browser-kit/get-context.js';
import { getReadableElementHtml } from './browser-kit/get-readable-element-html.js';
import { getReadableElements } from './browser-kit/get-readable-elements.js';
import { getReadableText } from './browser-kit/get-readable-text.js';
import { getSelection } from './browser-kit/get-selection.js';
import { getSnapshotPage } from './browser-kit/get-snapshot-page.js';
import { hitEnterOnCoordinates } from './browser-kit/hit-enter-on-coordinates.js';
import { hitEnterOnElement } from './browser-kit/hit-enter-on-element.js';
import { invokeJsFn } from './browser-kit/invoke-js-fn.js';
import { openTab } from './browser-kit/open-tab.js';
import { scrollElement } from './browser-kit/scroll-element.js';
import { scrollPage } from './browser-kit/scroll-page.js';
import { showHumanHint } from './browser-kit/show-human-hint.js';

export const browserKitTools = [
  captureTab,
  invokeJsFn,
  openTab,
  closeTab,
  getSelection,
  clickOnCoordinates,
  fillTextToCoordinates,
  hitEnterOnCoordinates,
  clickOnElement,
  fillTextToElement,
  hitEnterOnElement,
  scrollPage,
  scrollElement,
  showHumanHint,
  getContext,
  getReadableText,
  getReadableElements,
  getReadableElementHtml,
  getSnapshotPage,
] as const;
