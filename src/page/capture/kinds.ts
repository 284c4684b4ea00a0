/** What each role is to a snapshot: does it make a line, carry a ref, take its name from its content, give context? */

/** Becomes a line. */
export const LINE = 1;
/** Operable: carries a ref. */
export const ACT = 2;
/** Carries a ref because tools take it as a scope. */
export const SCOPE = 4;
/** As SCOPE, but only with a name. */
export const SCOPE_NAMED = 8;
/** Its name may come from its content (ARIA 1.2, section 5.2.8.5). */
export const CONTENT = 16;
/** A single text inside is shown as its name. */
export const FOLD = 32;
/** Landmark or heading: outline of the page. */
export const OUTLINE = 64;
/** A line only when it has a name. */
export const NAMED = 128;
/** Gives context to the refs inside (design section 5). */
export const CONTEXT = 256;
/** Dialogs: kept to the end. */
export const DIALOG = 512;
/** Cells of a row. */
export const CELL = 1024;
/** Named only by its author: content is not looked at. */
export const AUTHORED = 2048;
/** Says something although it is empty. */
export const EMPTY = 4096;

const KINDS: Readonly<Record<string, number>> = {
  alert: LINE | FOLD,
  alertdialog: LINE | SCOPE | DIALOG | CONTEXT,
  application: LINE,
  article: LINE | SCOPE | CONTEXT,
  banner: LINE | SCOPE_NAMED | OUTLINE,
  blockquote: LINE | FOLD,
  button: LINE | ACT | CONTENT,
  cell: LINE | FOLD | CELL | EMPTY,
  canvas: LINE | SCOPE | EMPTY,
  video: LINE | SCOPE | EMPTY,
  audio: LINE | SCOPE | EMPTY,
  checkbox: LINE | ACT | CONTENT,
  columnheader: LINE | FOLD | CELL | EMPTY,
  combobox: LINE | ACT,
  complementary: LINE | SCOPE_NAMED | OUTLINE,
  contentinfo: LINE | SCOPE_NAMED | OUTLINE,
  definition: LINE | FOLD,
  dialog: LINE | SCOPE | DIALOG | CONTEXT,
  document: LINE | NAMED,
  feed: LINE,
  figure: LINE | SCOPE,
  form: LINE | SCOPE | OUTLINE | CONTEXT,
  grid: LINE | SCOPE,
  gridcell: LINE | ACT | CONTENT | CELL,
  group: LINE | NAMED,
  heading: LINE | CONTENT | OUTLINE,
  iframe: LINE | SCOPE | EMPTY,
  img: LINE | SCOPE | EMPTY,
  link: LINE | ACT | CONTENT,
  list: LINE | AUTHORED | SCOPE_NAMED,
  listbox: LINE | ACT,
  listitem: LINE | FOLD | CONTEXT,
  log: LINE,
  main: LINE | SCOPE_NAMED | OUTLINE,
  marquee: LINE,
  math: LINE | FOLD,
  menu: LINE,
  menubar: LINE,
  menuitem: LINE | ACT | CONTENT,
  menuitemcheckbox: LINE | ACT | CONTENT,
  menuitemradio: LINE | ACT | CONTENT,
  meter: LINE | EMPTY,
  navigation: LINE | SCOPE_NAMED | OUTLINE,
  note: LINE | FOLD,
  option: LINE | ACT | CONTENT | CONTEXT,
  progressbar: LINE | EMPTY,
  radio: LINE | ACT | CONTENT,
  radiogroup: LINE,
  region: LINE | SCOPE_NAMED | OUTLINE,
  row: LINE | CONTEXT | AUTHORED,
  rowheader: LINE | FOLD | CELL | EMPTY,
  scrollbar: LINE | ACT,
  search: LINE | SCOPE_NAMED | OUTLINE,
  searchbox: LINE | ACT,
  separator: LINE | AUTHORED | EMPTY,
  slider: LINE | ACT,
  spinbutton: LINE | ACT,
  status: LINE | FOLD,
  switch: LINE | ACT | CONTENT,
  tab: LINE | ACT | CONTENT,
  table: LINE | SCOPE,
  tablist: LINE,
  tabpanel: LINE,
  term: LINE | FOLD,
  textbox: LINE | ACT,
  timer: LINE | FOLD,
  toolbar: LINE,
  tooltip: LINE | FOLD,
  tree: LINE,
  treegrid: LINE | SCOPE,
  treeitem: LINE | ACT | CONTENT | CONTEXT,
  'doc-backlink': LINE | ACT | CONTENT,
  'doc-biblioref': LINE | ACT | CONTENT,
  'doc-glossref': LINE | ACT | CONTENT,
  'doc-noteref': LINE | ACT | CONTENT,
  'doc-cover': LINE | SCOPE,
  'doc-subtitle': LINE | FOLD,
  'doc-toc': LINE | SCOPE_NAMED | OUTLINE,
  'doc-index': LINE | SCOPE_NAMED | OUTLINE,
  'doc-pagelist': LINE | SCOPE_NAMED | OUTLINE,
};
const MAP = new Map(Object.entries(KINDS));

/** Bits of a role; 0 for those that are spliced away (generic, none, paragraph, rowgroup, …). */
export function kindOf(role: string): number {
  return MAP.get(role) ?? 0;
}

/** Tags whose implicit role never makes a line: they need no role computed while they carry no role attribute. */
export const PLAIN: ReadonlySet<string> = new Set(
  'g,path,rect,circle,ellipse,line,polygon,polyline,use,text,tspan,textPath,foreignObject,div,span,p,b,i,u,s,em,strong,small,big,font,center,tt,br,wbr,label,legend,figcaption,caption,code,kbd,samp,var,sub,sup,mark,abbr,cite,q,dfn,time,data,bdi,bdo,ins,del,tbody,thead,tfoot,pre,html,body,picture,map,ruby,rt,rp,rb,nobr,strike,slot,noscript,center,address,hgroup,colgroup,col,acronym'.split(
    ',',
  ),
);

/** Tags that never give anything to a person, whatever their style. */
export const NEVER: ReadonlySet<string> = new Set(
  'script,style,template,meta,link,base,title,head,param,source,track,datalist,noembed,noframes,desc,metadata,defs,symbol,clipPath,mask,pattern,marker,linearGradient,radialGradient,filter,animate,animateTransform,animateMotion,set,stop'.split(
    ',',
  ),
);
