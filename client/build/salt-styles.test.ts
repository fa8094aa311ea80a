import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDrawn } from './salt-styles.ts'

const src = join(import.meta.dirname, '../src')

test.each([
  ['.saltButton-accented', true],
  ['.saltFormField .saltInput:hover', true],
  ['.salt-theme.salt-density-medium', true],
  ['.saltToggleButton', false],
  ['.saltButton .saltPill', false],
  ['.salt-density-high', false],
  ['.salt-theme-next[data-accent="teal"]', false],
  [':root', true],
])('of the styles of %s it is true that something of ours is drawn with them: %s', (selector, drawn) => {
  expect(isDrawn(selector)).toBe(drawn)
})

test('every component of the design system that is imported keeps its styles', () => {
  const screens = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx$/.test(file),
  )
  const imported = screens.flatMap((file) => {
    const [, names = ''] =
      /import \{([^}]*)\} from '@salt-ds\/core'/.exec(readFileSync(join(src, file), 'utf8')) ?? []
    return names.split(',').map((name) => name.replace(/ as .*/, '').trim())
  })
  const components = new Set(imported.filter((name) => name !== '' && !name.endsWith('ProviderNext')))

  expect(components.size).toBeGreaterThan(5)
  for (const component of components) expect(isDrawn(`.salt${component}`), component).toBe(true)
})
