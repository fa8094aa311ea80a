import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { backOffice, emptyFolder } from './back-office.ts'

const docs = new URL('../../docs/', import.meta.url)
const folder = new URL('operations/', docs)

test('every command of the back office is on a page for operators', async () => {
  const { out } = await backOffice(await emptyFolder())(['--help'])
  const commands = [...out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)*)(?: [A-Z|.a-z]+)* {2,}\S/gm)].map(
    ([, name]) => name ?? '',
  )
  const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const text = [readFileSync(new URL('operations.md', docs), 'utf8'), ...pages].join('\n')

  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter((name) => !text.includes(name))).toEqual([])
})
