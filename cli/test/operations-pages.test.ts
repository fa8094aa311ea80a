import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cliFor, emptyFolder } from './cli-process.ts'

const folder = new URL('../../docs/operations/', import.meta.url)

test('every admin command is on a page for operators', async () => {
  const { out } = await cliFor(await emptyFolder())(['--help'])
  const commands = [...out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)*)(?: [A-Z|.a-z]+)* {2,}\S/gm)].map(
    ([, name]) => name ?? '',
  )
  const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const text = pages.join('\n')

  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter((name) => !text.includes(name))).toEqual([])
})
