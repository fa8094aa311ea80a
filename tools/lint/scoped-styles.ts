import { type LintRule, matchesByLine } from './source-files.ts'

/** A selector that begins with an attribute and names no class. */
const anywhere = /^\[[^.{]*[{,]\s*$/gm

/** A style sheet of a screen names a class in each selector: every screen has them all, once it has been opened. */
export const scopedStyles: LintRule = (source) =>
  source.path.endsWith('.css') && !source.path.startsWith('client/src/ui/')
    ? matchesByLine(source, anywhere, 'is for every screen:')
    : []
