import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CSSOptions, Plugin } from 'vite'

/** The design system's components that we draw, and those that they draw: named in their classes. */
const drawn: readonly string[] = [
  ...['Button', 'Input', 'StatusAdornment', 'StatusIndicator', 'Text', 'Spinner', 'Icon', 'Tooltip', 'Scrim'],
  ...['FormField', 'FormFieldLabel', 'FormFieldHelperText'],
  ...['Dialog', 'DialogActions', 'DialogContent', 'DialogHeader'],
]

/** What we never set: other densities than medium, other accents than blue, other corners than rounded. */
const neverSet = /\.salt-density-(?!medium)|\[data-accent=["']?(?!blue)|\[data-corner=["']?(?!rounded)/

/** Whether anything that we draw is styled by it. */
export const isDrawn = (selector: string): boolean =>
  !neverSet.test(selector) &&
  [...selector.matchAll(/\.salt([A-Z][A-Za-z0-9]*)/g)].every(([, name = '']) => drawn.includes(name))

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>
type StylePlugin = NonNullable<PostCss['plugins']>[number]
type Transform = Extract<StylePlugin, (sheet: never, result: never) => unknown>
type Sheet = Parameters<Transform>[0]
interface Declaration {
  readonly prop: string
  readonly value: string
  remove(): unknown
}
interface Sourced {
  readonly source?: { readonly input: { readonly file?: string | undefined } } | undefined
}

const isOfSalt = ({ source }: Sourced): boolean => source?.input.file?.includes('@salt-ds') ?? false

const isFrame = (parent: object | undefined): boolean =>
  parent !== undefined && 'name' in parent && String(parent.name).endsWith('keyframes')

/** Every variable of the design system that is read by our own styles and scripts. */
function readByUs(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/var\(\s*(--salt[\w-]+)/g) ?? [])
  return new Set(names.map((name) => name.replace(/var\(\s*/, '')))
}

const variablesIn = (value: string): readonly string[] =>
  [...value.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name)

/** Takes away variables until each that is left is read by something that is left. */
function withoutUnread(sheet: Sheet, alwaysRead: ReadonlySet<string>): void {
  for (let removed = 1; removed > 0; ) {
    removed = 0
    const read = new Set(alwaysRead)
    sheet.walkDecls(({ value }: Declaration) => {
      for (const name of variablesIn(value)) read.add(name)
    })
    sheet.walkDecls((declaration: Declaration) => {
      if (!/^--salt/.test(declaration.prop) || read.has(declaration.prop)) return
      declaration.remove()
      removed += 1
    })
  }
}

/**
 * Leaves out of the design system's styles what belongs to components that we do not draw, to densities and
 * accents that we do not set, and variables that nothing reads any more: nine tenths of them.
 */
export const saltStyles = (sources: string): StylePlugin => ({
  postcssPlugin: 'salt-styles',
  OnceExit(sheet) {
    let isSalt = false
    sheet.walkRules((rule) => {
      if (!isOfSalt(rule) || isFrame(rule.parent)) return
      isSalt = true
      const kept = rule.selectors.filter(isDrawn)
      if (kept.length === 0) rule.remove()
      else rule.selectors = kept
    })
    if (isSalt) withoutUnread(sheet, readByUs(sources))
  },
})

/** Stops a build that draws a component whose styles were left out. */
export const drawnIsStyled = (): Plugin => ({
  name: 'drawn-is-styled',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        for (const [, name = ''] of chunk.code.matchAll(/["'`]salt([A-Z][A-Za-z0-9]*)["'`]/g))
          if (!drawn.includes(name))
            this.error(`${chunk.fileName} draws salt${name}: add it to what is drawn`)
  },
})
