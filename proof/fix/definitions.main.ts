import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDictionary } from '@aitai/gateway/dictionary/dictionary.ts'
import { startAcceptor } from '@aitai/gateway/sessions/acceptor.ts'
import type { BeginString, FixApplication, OutgoingMessage } from '@aitai/gateway/sessions/application.ts'
import type { SessionConfig } from '@aitai/gateway/sessions/session-config.ts'
import { becomeWriter, openStoreDatabase } from '@aitai/gateway/store/open-store.ts'
import { fieldOf } from '@aitai/gateway/wire/fix-message.ts'
import { parsePatterns, runDefinition } from './definition-runner.ts'

/**
 * Runs QuickFIX's acceptance definitions for servers against our acceptor, with the dictionaries of QuickFIX and an
 * application that echoes orders as QuickFIX's does. `QUICKFIX` names a clone of its repository; `QUICKFIX_PORT`
 * runs them against an acceptor that listens already, for example QuickFIX's own.
 */
const quickfix = process.env.QUICKFIX ?? ''
if (quickfix === '') {
  console.log('Not run: QUICKFIX must name a clone of the repository of QuickFIX.')
  process.exit(process.env.CI ? 1 : 0)
}

const versions = [
  { folder: 'fix42', beginString: 'FIX.4.2', counterparty: 'TW42', dictionary: 'FIX42.xml' },
  { folder: 'fix44', beginString: 'FIX.4.4', counterparty: 'TW44', dictionary: 'FIX44.xml' },
] as const

const sessionOf = (version: (typeof versions)[number]): SessionConfig => ({
  id: version.counterparty,
  beginString: version.beginString satisfies BeginString,
  compId: 'ISLD',
  counterparty: version.counterparty,
  dictionary: parseDictionary(readFileSync(join(quickfix, 'spec', version.dictionary), 'utf8')),
  identity: { networks: [], certificates: [] },
  schedule: null,
  resetOnLogon: true,
})

/** Echoes orders and security definitions, an order that is possibly sent again only if it is new. */
function echo(): FixApplication {
  const orders = new Set<string>()
  return {
    onLogon() {},
    onLogout: ({ id }) => {
      for (const order of orders) if (order.startsWith(`${id} `)) orders.delete(order)
    },
    onMessage({ message, seqNum, isPossResend }, { id }): OutgoingMessage[] {
      if (message.type !== 'D' && message.type !== 'd') {
        const fields = [
          [45, String(seqNum)],
          [58, 'Unsupported Message Type'],
          [372, message.type],
          [380, '3'],
        ] as const
        return [{ type: 'j', fields }]
      }
      const order = `${id} ${fieldOf(message, 11)}`
      if (message.type === 'D' && isPossResend && orders.has(order)) return []
      if (message.type === 'D') orders.add(order)
      const fields = message.fields.filter(([tag]) => ![34, 43, 49, 52, 56, 122].includes(tag))
      return [{ type: message.type, fields: fields.toSorted(([left], [right]) => left - right) }]
    },
  }
}

const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-'))
const database = await openStoreDatabase({ folder, databaseUrl: null })
const acceptor = await startAcceptor({
  sessions: versions.map(sessionOf),
  store: await becomeWriter(database),
  application: echo(),
  host: '127.0.0.1',
  port: 0,
  onFailure: (error) => {
    throw error
  },
})
const port = Number(process.env.QUICKFIX_PORT ?? acceptor.port)
const patterns = parsePatterns(readFileSync(join(quickfix, 'test/definitions/fields.fmt'), 'utf8'))
let failures = 0

async function runVersion(version: string): Promise<void> {
  const definitions = join(quickfix as string, 'test/definitions/server', version)
  const files = readdirSync(definitions).filter((name) => name.endsWith('.def'))
  let passed = 0
  for (const file of files) {
    const text = readFileSync(join(definitions, file), 'latin1')
    const fault = await runDefinition(text, patterns, port).catch((error: Error) => error.message)
    if (fault === null) passed += 1
    else process.stdout.write(`${version}/${file}: ${fault}\n`)
  }
  failures += files.length - passed
  process.stdout.write(`${version}: ${passed} of ${files.length}\n`)
}

await Promise.all(versions.map(({ folder: version }) => runVersion(version)))
await acceptor.close()
await database.close()
rmSync(folder, { recursive: true })
process.exitCode = failures > 0 ? 1 : 0
