/** One small, plausible mistake, planted on purpose to see whether the tests notice it. */
export interface Bug {
  /** The section of the rules that it breaks, and the condition where there is one: '3 E5'. */
  readonly rule: string
  /** What goes wrong, as a person would report it. */
  readonly says: string
  /** In `engine/src`. */
  readonly file: string
  /** The exact text, found once in the file, and what stands there instead. */
  readonly find: string
  readonly replace: string
}

/** A row of a list of bugs: short enough to read down a column. */
export const bug = (rule: string, file: string, says: string, find: string, replace: string): Bug => ({
  rule,
  says,
  file,
  find,
  replace,
})

/** The source with the bug in it. Throws where the text is not there exactly once: the list has grown old. */
export function planted({ file, says, find, replace }: Bug, source: string): string {
  const found = source.split(find).length - 1
  if (found !== 1) throw new Error(`${file} holds the text of "${says}" ${found} times: ${find}`)
  if (find === replace) throw new Error(`"${says}" changes nothing`)
  return source.replace(find, () => replace)
}
