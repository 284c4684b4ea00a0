/** The bundle under test: the one that ships. */
export { source } from '../../../../src/page/index.ts?page';
