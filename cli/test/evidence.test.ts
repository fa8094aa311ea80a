import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { receiptFormat } from '@aitai/contract/evidence/evidence-formats.ts'
import { evidenceSigner } from '@aitai/server/evidence/evidence-signer.ts'
import { expect, onTestFinished, test } from 'vitest'
import { addTraderArguments, cliFor, emptyFolder, emptyInstallation } from './cli.ts'
import { runProgram } from './run-script.ts'

const signer = evidenceSigner(randomBytes(32))
const receipt = signer.sign({
  format: receiptFormat,
  view: 'TRADER',
  installation: 'https://desk.example',
  agreementId: '5fQ0VJxkyJrBvRkqCwuoMg',
  security: '7203.T',
  securityName: 'Toyota Motor',
  side: 'BUY',
  quantity: 10_000,
  midPrice: '2905.5',
  transactionType: 'CASH_ONLY',
  institution: 'Alder',
  broker: '檜証券',
  locatedAt: '2026-11-18T01:00:00.000Z',
  agreedAt: '2026-11-18T01:00:12.345Z',
})

test('a receipt is verified on a machine without data, server and network, and one that was changed is refused', async () => {
  const folder = await emptyFolder()
  const file = join(folder, 'receipt.json')
  await writeFile(file, `${receipt}\n`)
  // Nobody listens at this address, and the folder has nothing.
  const aitai = cliFor(join(folder, 'no-data'), { DATABASE_URL: 'postgres://aitai@127.0.0.1:9/aitai' })

  expect(await aitai(['verify-receipt', file, '--key', signer.publicKey])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The receipt is valid\.\n[\s\S]*broker +檜証券\n[\s\S]*quantity +10,000\n/),
  })
  const published = join(folder, 'evidence.json')
  const usedUntil = Date.parse('2026-11-18T01:00:12.344Z')
  await writeFile(published, JSON.stringify({ keys: [{ publicKey: signer.publicKey, usedUntil }] }))
  expect(await aitai(['verify-receipt', file, '--key', published])).toMatchObject({
    code: 1,
    err: expect.stringContaining('from a time at which the key was no longer used'),
  })
  await writeFile(file, receipt.replace('10000', '10001'))
  expect(await aitai(['verify-receipt', file, '--key', signer.publicKey])).toMatchObject({
    code: 1,
    out: '',
    err: `${file} does not match its signature: it was changed, or somebody else has made it.\n`,
  })
  expect((await readdir(folder)).sort()).toEqual(['evidence.json', 'receipt.json'])
})

const program = fileURLToPath(new URL('../aitai.mjs', import.meta.url))

/** Starts a program in a network namespace without any network, where Linux and the rights of the user allow it. */
const isolations: readonly (readonly string[])[] = [
  ['unshare', '-n'],
  ['unshare', '-rn'],
]
const isolation =
  isolations.find(([name = '', ...words]) => spawnSync(name, [...words, 'true']).status === 0) ?? []

/** Appends a line to a file for each connection, look-up or datagram that a process begins, and refuses it. */
const recorder = (file: string): string => `
  import fs from 'node:fs'; import net from 'node:net'; import dns from 'node:dns'; import dgram from 'node:dgram'
  const refuse = (what) => function () { fs.appendFileSync(${JSON.stringify(file)}, what + '\\n'); throw new Error(what) }
  net.Socket.prototype.connect = refuse('connect')
  dns.lookup = refuse('lookup')
  dns.promises.lookup = refuse('lookup')
  dgram.createSocket = refuse('datagram')
`

test('a receipt is verified by a process that has no network and begins no connection', async () => {
  const folder = await emptyFolder()
  const [file, seen] = [join(folder, 'receipt.json'), join(folder, 'connections.txt')]
  await writeFile(file, receipt)
  await writeFile(seen, '')
  const preload = `data:text/javascript,${encodeURIComponent(recorder(seen))}`
  const run = (words: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const [name = '', ...rest] = [...isolation, process.execPath, ...words]
    return runProgram(name, rest, { env: { PATH: process.env.PATH, DATA_DIR: folder, ...env } })
  }
  const verify = [program, 'verify-receipt', file, '--key', signer.publicKey]

  expect(await run(verify, { NODE_OPTIONS: `--import=${preload}` })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The receipt is valid\.\n/),
  })
  expect(await readFile(seen, 'utf8')).toBe('')
  await writeFile(file, receipt.replace('10000', '10001'))
  expect(await run(verify)).toMatchObject({ code: 1, out: '' })

  // The same process would reach a server of this machine otherwise, and would be seen.
  const server = createServer((_, response) => response.end('here'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const visit = [
    '-e',
    `require('node:http').get('http://127.0.0.1:${port}').on('error', () => process.exit(3))`,
  ]
  expect((await run(visit)).code).toBe(isolation.length > 0 ? 3 : 0)
  expect((await run(visit, { NODE_OPTIONS: `--import=${preload}` })).code).not.toBe(0)
  expect(await readFile(seen, 'utf8')).toBe('connect\n')
})

test('a changed byte of a receipt is refused by the command, whichever it is', async () => {
  const folder = await emptyFolder()
  const file = join(folder, 'receipt.json')
  const aitai = cliFor(join(folder, 'no-data'))
  const bytes = Buffer.from(receipt)
  // Every bit of every byte is in the tests of the verification itself.
  for (let at = 0; at < bytes.length; at += 5) {
    const changed = Buffer.from(bytes)
    changed[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
    await writeFile(file, changed)
    const { code, out } = await aitai(['verify-receipt', file, '--key', signer.publicKey])
    expect([at, code, out]).toEqual([at, 1, ''])
  }
})

test('heads that were printed find a rewritten trail later, also on a copy of the data', async () => {
  const folder = await emptyInstallation()
  const aitai = cliFor(folder)
  await aitai.json(['firm', 'add', 'Alder'])
  const { out, err } = await aitai(['evidence', 'head'])
  expect(err).toBe('Sent to nobody: COMPLIANCE is not set.\n')
  const heads = join(await emptyFolder(), 'heads.txt')
  await writeFile(heads, `Dear compliance,\r\n\r\n${out.replaceAll('\n', '\r\n')}`)
  await aitai(addTraderArguments('emma@alder.example'))
  const copy = join(await emptyFolder(), 'copy')
  await cp(folder, copy, { recursive: true })
  const onCopy = cliFor(copy)
  const keys = (await onCopy.json(['evidence', 'keys'])) as { publicKey: string }[]
  const verify = ['audit', 'verify', '--head', heads, '--key', keys[0]?.publicKey ?? '']

  expect(await onCopy(verify)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Head: Journal entry 0, .*: is in the chain\.\nHead: Audit trail entry 1, /),
  })
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(copy, 'aitai.db'))
  database.exec('drop trigger audit_no_delete; delete from audit;')
  database.prepare('update audit_end set seq = 0, hash = ?').run('0'.repeat(64))
  database.close()
  expect((await onCopy(['audit', 'verify'])).code).toBe(0)
  expect(await onCopy(verify)).toMatchObject({ code: 1, out: expect.stringContaining('is NOT in the chain') })
})
