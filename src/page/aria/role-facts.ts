/** What the role model says of roles: which exist, which are named from content, which must not be named (ARIA 1.2, sections 5.2.8 and 5.4). */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Concrete roles of ARIA 1.2, of its next version where browsers agree, DPUB-ARIA 1.1 and Graphics-ARIA 1.0. Abstract roles are no roles. */
export const ROLES = words(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary
  contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion
  link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option
  paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader
  separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar
  tooltip tree treegrid treeitem
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter
  doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata
  doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter
  doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc
  graphics-document graphics-object graphics-symbol`,
);

/** Roles that take their name from what they contain. */
export const NAMED_FROM_CONTENT = words(
  `button cell checkbox columnheader comment gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab
  tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref doc-subtitle`,
);

/** Roles that authors must not name. `generic` is one too, but an author's label on it says what a person is told, so it is kept. */
export const NEVER_NAMED = words(
  `caption code deletion emphasis insertion mark none paragraph presentation strong subscript suggestion superscript`,
);

/** Widgets that stand for their value when they are part of another name (accname 1.2, step 2C). */
export const RANGES = words('meter progressbar scrollbar slider spinbutton');
