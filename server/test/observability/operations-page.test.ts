import { readFileSync } from 'node:fs'
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
