/** HTML elements whose children are not shown, or are listed in another way. */
export const LEAVES: ReadonlySet<string> = new Set('canvas,video,audio,textarea,meter,progress,select,input,img,hr'.split(','));
