import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { startTestServer } from '../support/test-server.ts'

const page = readFileSync(new URL('../../../docs/operations/README.md', import.meta.url), 'utf8')

/** Every variable that the configuration reads, whatever the values of the others. */
function variables(): Set<string> {
  const queried = new Set<string>()
  const settings = [
    {},
    { QUOTES: 'http', FEED_TOKEN: 'c29tZSByYW5kb20gdG9rZW4' },
    { QUOTES: 'replay:day.csv' },
  ]
  for (const given of settings)
    readConfig(
      new Proxy<Record<string, string>>(given, {
        get: (all, name) => {
          queried.add(String(name))
          return all[String(name)]
        },
      }),
    )
  return queried
}

test('every variable of the configuration is on the operators’ page', () => {
  const queried = variables()
  expect(queried.size).toBeGreaterThan(25)
  expect([...queried].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('every metric of our own is on the operators’ page, and no other', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  const text = await (await fetch(`${desk.url}/metrics`)).text()
  const served = [...text.matchAll(/^# TYPE (aitai_\w+) /gm)].map(([, name]) => name ?? '')
  const described = [...page.matchAll(/`(aitai_\w+)`/g)].map(([, name]) => name ?? '')

  expect(served.filter((name) => !described.includes(name))).toEqual([])
  expect([...new Set(described)].filter((name) => !served.includes(name))).toEqual([])
})

test('every action of the audit trail is on the page about it, and no other', () => {
  const folder = join(import.meta.dirname, '../../src')
  const lines = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n'),
  )
  const recorded = lines
    .filter((line) => /\baction\b/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z]+[A-Z][A-Za-z]*)'/g)].map(([, action = '']) => action))
  const audit = readFileSync(new URL('../../../docs/operations/audit-and-backup.md', import.meta.url), 'utf8')
  const table = /\| Action \|.*?\n\n/s.exec(audit)?.[0] ?? ''
  const described = [...table.matchAll(/`(\w+)`/g)].map(([, action = '']) => action)

  expect(recorded.length).toBeGreaterThan(40)
  expect(recorded.filter((action) => !described.includes(action))).toEqual([])
  expect(described.filter((action) => !lines.some((line) => line.includes(`'${action}'`)))).toEqual([])
})
