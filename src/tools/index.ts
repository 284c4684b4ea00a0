/** The tools, as typed lists. A tool is one file and one line here. */
import { activateTab } from './agent/activate-tab.js';
import { agent } from './agent/agent.js';
import { askUser as askOne } from './agent/ask-user.js';
import { closeTab } from './agent/close-tab.js';
import { createTask } from './agent/create-task.js';
import { executeScript } from './agent/execute-script.js';
import { getTabContent } from './agent/get-tab-content.js';
import { listTabs } from './agent/list-tabs.js';
import { listTasks } from './agent/list-tasks.js';
import { openTab } from './agent/open-tab.js';
import { opfsDelete } from './agent/opfs-delete.js';
import { opfsList } from './agent/opfs-list.js';
import { opfsRead } from './agent/opfs-read.js';
import { opfsWrite } from './agent/opfs-write.js';
import { updateTask } from './agent/update-task.js';
import { webFetch } from './agent/web-fetch.js';
import { webSearch } from './agent/web-search.js';
import { askUser } from './browser/ask-user.js';
import { batchActions } from './browser/batch-actions.js';
import { bookmarksSearch } from './browser/bookmarks-search.js';
import { click } from './browser/click.js';
import { clickTrusted } from './browser/click-trusted.js';
import { clickXy } from './browser/click-xy.js';
import { drag } from './browser/drag.js';
import { extract } from './browser/extract.js';
import { fetchUrl } from './browser/fetch-url.js';
import { findInPage } from './browser/find-in-page.js';
import { getSelection } from './browser/get-selection.js';
import { goBack } from './browser/go-back.js';
import { goForward } from './browser/go-forward.js';
import { historySearch } from './browser/history-search.js';
import { hover } from './browser/hover.js';
import { navigate } from './browser/navigate.js';
import { pressKey } from './browser/press-key.js';
import { readPage } from './browser/read-page.js';
import { readPageDeep } from './browser/read-page-deep.js';
import { requestUserAction } from './browser/request-user-action.js';
import { runJavascript } from './browser/run-javascript.js';
import { scheduleResume } from './browser/schedule-resume.js';
import { screenshot } from './browser/screenshot.js';
import { scroll } from './browser/scroll.js';
import { selectOption } from './browser/select-option.js';
import { sessionRestore } from './browser/session-restore.js';
import { sessionsRecentlyClosed } from './browser/sessions-recently-closed.js';
import { tabClose } from './browser/tab-close.js';
import { tabFocus } from './browser/tab-focus.js';
import { tabGroupUpdate } from './browser/tab-group-update.js';
import { tabGroupsList } from './browser/tab-groups-list.js';
import { tabOpen } from './browser/tab-open.js';
import { tabsGroup } from './browser/tabs-group.js';
import { tabsList } from './browser/tabs-list.js';
import { topSites } from './browser/top-sites.js';
import { type } from './browser/type.js';
import { typeTrusted } from './browser/type-trusted.js';
import { uploadFile } from './browser/upload-file.js';
import { waitFor } from './browser/wait-for.js';
import { watchPage } from './browser/watch-page.js';

/** Toolset `browser`, in the order registries list it. */
export const browserTools = [
  tabsList,
  tabOpen,
  tabFocus,
  tabClose,
  navigate,
  goBack,
  goForward,
  historySearch,
  bookmarksSearch,
  topSites,
  sessionsRecentlyClosed,
  sessionRestore,
  tabGroupsList,
  tabsGroup,
  tabGroupUpdate,
  readPage,
  findInPage,
  getSelection,
  extract,
  click,
  hover,
  type,
  selectOption,
  pressKey,
  scroll,
  waitFor,
  runJavascript,
  batchActions,
  readPageDeep,
  screenshot,
  clickTrusted,
  typeTrusted,
  clickXy,
  drag,
  uploadFile,
  askUser,
  requestUserAction,
  watchPage,
  scheduleResume,
  fetchUrl,
] as const;

export { browserKitTools } from './browser-kit/index.js';
/** Toolset `agent`, in the order of its document. */
export const agentTools = [
  webFetch,
  webSearch,
  getTabContent,
  listTabs,
  openTab,
  closeTab,
  activateTab,
  opfsWrite,
  opfsRead,
  opfsList,
  opfsDelete,
  askOne,
  executeScript,
  agent,
  createTask,
  updateTask,
  listTasks,
] as const;
