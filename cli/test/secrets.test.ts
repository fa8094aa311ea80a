import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliFor, emptyFolder, emptyInstallation } from './cli.ts'
import { startServerProcess } from './server-process.ts'

const reason = ['--reason', 'an administrator has left']

test('the secrets are created once, for their owner only', async () => {
  const folder = await emptyFolder()
  const aitai = cliFor(folder)
  const file = join(folder, 'secrets.env')

  expect(await aitai.json(['secret', 'create'])).toEqual({ file })
  const written = await readFile(file, 'utf8')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await aitai(['secret', 'create'])).toMatchObject({
    code: 1,
    err: `${file} exists. Nothing was changed.\n`,
  })
  expect(await readFile(file, 'utf8')).toBe(written)
})

test('a running server rotates a secret in its file, and a backup has none', async () => {
  const folder = await emptyFolder()
  await startServerProcess(folder, { DEMO: 'off' })
  const aitai = cliFor(folder)
  const before = await readFile(join(folder, 'secrets.env'), 'utf8')
  const rotated = await aitai.json(['secret', 'rotate', 'two-factor', ...reason])
  const backup = join(await emptyFolder(), 'copy.db')
  await aitai.json(['backup', backup])

  expect(rotated).toMatchObject({ secret: 'two-factor', overlapUntil: null, todo: 'Restart the server.' })
  const after = await readFile(join(folder, 'secrets.env'), 'utf8')
  const valuesOf = (text: string): string[] =>
    [...text.matchAll(/=([0-9a-f]{64})$/gm)].map(([, value]) => value ?? '')
  expect(valuesOf(after).filter((value) => !valuesOf(before).includes(value))).toHaveLength(1)
  const copy = await readFile(backup, 'latin1')
  const values = [...valuesOf(before), ...valuesOf(after)]
  // The two-factor secret before stays, because keys of authenticators are encrypted with it.
  expect(values).toHaveLength(13)
  expect(values.filter((value) => copy.includes(value))).toEqual([])
  expect(values.filter((value) => copy.includes(Buffer.from(value, 'hex').toString('latin1')))).toEqual([])
})

test('an unknown secret, or a file that others may read, is refused', async () => {
  const folder = await emptyInstallation()
  const aitai = cliFor(folder)
  await aitai.json(['secret', 'create'])
  expect(await aitai(['secret', 'rotate', 'all', ...reason])).toMatchObject({ code: 2 })

  await chmod(join(folder, 'secrets.env'), 0o640)
  const refused = await aitai(['secret', 'rotate', 'peer', ...reason])
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('chmod 600') })
  await expect(startServerProcess(folder, { DEMO: 'off' })).rejects.toThrow(/chmod 600/)
})

test('a server on PostgreSQL does not start without secrets, and does not touch the database before', async () => {
  const folder = await emptyFolder()
  // Nobody listens there: a connection would fail with another message.
  const DATABASE_URL = 'postgres://aitai@127.0.0.1:9/aitai'

  await expect(startServerProcess(folder, { DATABASE_URL })).rejects.toThrow(/Run `aitai secret create`/)
  expect(await readdir(folder)).not.toContain('secrets.env')
})
