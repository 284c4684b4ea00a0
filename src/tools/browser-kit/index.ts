/** Toolset `browser-kit`, in the order of its document. A tool is one file and one line here. */
import { captureTab } from './capture-tab.js';
import { clickOnCoordinates } from './click-on-coordinates.js';
import { clickOnElement } from './click-on-element.js';
import { closeTab } from './close-tab.js';
import { fillTextToCoordinates } from './fill-text-to-coordinates.js';
import { fillTextToElement } from './fill-text-to-element.js';
import { getContext } from './get-context.js';
import { getReadableElementHtml } from './get-readable-element-html.js';
import { getReadableElements } from './get-readable-elements.js';
import { getReadableText } from './get-readable-text.js';
import { getSelection } from './get-selection.js';
import { getSnapshotPage } from './get-snapshot-page.js';
import { hitEnterOnCoordinates } from './hit-enter-on-coordinates.js';
import { hitEnterOnElement } from './hit-enter-on-element.js';
import { invokeJsFn } from './invoke-js-fn.js';
import { openTab } from './open-tab.js';
import { scrollElement } from './scroll-element.js';
import { scrollPage } from './scroll-page.js';
import { showHumanHint } from './show-human-hint.js';

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
