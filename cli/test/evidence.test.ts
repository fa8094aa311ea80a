import { randomBytes } from 'node:crypto'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { receiptFormat } from '@aitai/contract/evidence/evidence-formats.ts'
import { evidenceSigner } from '@aitai/server/evidence/evidence-signer.ts'
import { expect, test } from 'vitest'
import { addTraderArguments, cliFor, emptyFolder, emptyInstallation } from './cli.ts'

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
