import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/support/test-databases.ts'
import { ConfigError, readConfig } from '../config.ts'
import { newSecrets, openSecrets, peerOverlapMs, rotatedSecret, secretNames } from './installation-secrets.ts'
import { createSecretsFile } from './secrets-file.ts'

const now = Date.UTC(2026, 10, 20, 1)

/** The configuration of a process with a folder of its own. */
function configWith(env: Readonly<Record<string, string>> = {}) {
  return readConfig({ DATA_DIR: join(temporaryFolder(), 'data'), ...env })
}

const onPostgres = { DATABASE_URL: 'postgres://db/aitai' }

test('the only process creates its secrets when it starts first, and has the same from then on', () => {
  const config = configWith()
  const first = openSecrets(config)

  expect(statSync(config.secretsFile).mode & 0o777).toBe(0o600)
  expect(openSecrets(config).of).toEqual(first.of)
  expect(new Set(Object.values(first.of).map((each) => each.toString('hex'))).size).toBe(secretNames.length)
  expect(openSecrets(configWith()).id).not.toBe(first.id)
})

test('several processes must be given theirs: nothing is created, and the message says what to do', () => {
  const config = configWith(onPostgres)

  expect(() => openSecrets(config)).toThrow(/every server needs the same secrets. Run `aitai secret create`/)
  expect(() => statSync(config.secretsFile)).toThrow()

  createSecretsFile(config.secretsFile, newSecrets())
  const other = configWith({ ...onPostgres, SECRETS_FILE: config.secretsFile })
  expect(openSecrets(other).id).toBe(openSecrets(config).id)
})

test('the environment alone is enough, and goes before the file', () => {
  const secrets = newSecrets()
  const config = configWith({ ...onPostgres, ...secrets })
  expect(openSecrets(config).of.peer.toString('hex')).toBe(secrets.PEER_SECRET)

  const mixed = configWith({ PEER_SECRET: secrets.PEER_SECRET ?? '' })
  const opened = openSecrets(mixed)
  expect(opened.of.peer.toString('hex')).toBe(secrets.PEER_SECRET)
  expect(readFileSync(mixed.secretsFile, 'utf8')).toContain(opened.of.snapshot.toString('hex'))
})

test('an existing file is never overwritten', () => {
  const { secretsFile } = configWith()
  createSecretsFile(secretsFile, newSecrets())

  expect(() => createSecretsFile(secretsFile, newSecrets())).toThrow(/EEXIST/)
})

test.each([0o640, 0o604, 0o660, 0o644])('a file with mode %o is refused', (mode) => {
  const config = configWith()
  openSecrets(config)
  chmodSync(config.secretsFile, mode)

  expect(() => openSecrets(config)).toThrow(
    new ConfigError(
      `SECRETS_FILE may be read or written by others than its owner: chmod 600 ${config.secretsFile}`,
    ),
  )
})

test.runIf(process.getuid?.() === 0)('a file of another user is refused', async () => {
  const { chownSync } = await import('node:fs')
  const config = configWith()
  openSecrets(config)
  chownSync(config.secretsFile, 65_534, 65_534)

  expect(() => openSecrets(config)).toThrow(/belongs to another user/)
})

test.each(['', 'short', 'g'.repeat(64), 'a'.repeat(63)])(
  'the secret "%s" is refused, and not quoted',
  (value) => {
    const config = configWith(onPostgres)
    const { PEER_SECRET: _, ...others } = newSecrets()
    createSecretsFile(config.secretsFile, { ...others, PEER_SECRET: value })

    expect(() => openSecrets(config)).toThrow(
      new ConfigError('PEER_SECRET must be 64 hexadecimal digits: openssl rand -hex 32'),
    )
  },
)

test('a secret that neither the file nor the environment has is missing: none is added to a file', () => {
  const config = configWith()
  const { DATA_SECRET: data = '', ...others } = newSecrets()
  createSecretsFile(config.secretsFile, others)
  const written = readFileSync(config.secretsFile, 'utf8')

  expect(() => openSecrets(config)).toThrow(
    new ConfigError('DATA_SECRET must be 64 hexadecimal digits: openssl rand -hex 32'),
  )
  expect(readFileSync(config.secretsFile, 'utf8')).toBe(written)
  expect(openSecrets({ ...config, secrets: { DATA_SECRET: data } }).of.data.toString('hex')).toBe(data)
})

test('a rotated peer secret is used at once, and the one before accepted for an hour', () => {
  const config = configWith()
  const before = openSecrets(config)
  const { apply, overlapUntil } = rotatedSecret(config, 'peer', now)
  expect(openSecrets(config).id).toBe(before.id)
  apply()

  const clock = { at: now }
  const after = openSecrets(config, () => clock.at)
  expect(overlapUntil).toBe(now + peerOverlapMs)
  expect(after.peerKeys()).toEqual([after.of.peer, before.of.peer])
  expect(after.of.peer).not.toEqual(before.of.peer)
  clock.at += peerOverlapMs
  expect(after.peerKeys()).toEqual([after.of.peer])
  expect({ ...after.of, peer: null }).toEqual({ ...before.of, peer: null })
  expect(statSync(config.secretsFile).mode & 0o777).toBe(0o600)
  expect(readdirSync(config.dataDir)).toEqual(['secrets.env'])
})

const withoutOneBefore = secretNames.filter((name) => !['peer', 'two-factor', 'data'].includes(name))

test.each(withoutOneBefore)('a rotated secret of %s leaves nothing of the one before', (name) => {
  const config = configWith()
  const before = openSecrets(config)
  rotatedSecret(config, name, now).apply()
  const after = openSecrets(config)

  expect(after.of[name]).not.toEqual(before.of[name])
  expect({ ...after.of, [name]: null }).toEqual({ ...before.of, [name]: null })
  expect(after.peerKeys()).toEqual(before.peerKeys())
  expect(readFileSync(config.secretsFile, 'utf8')).not.toContain(before.of[name].toString('hex'))
})

test('the two-factor secret before stays for keys of authenticators until the next rotation', () => {
  const config = configWith()
  const first = openSecrets(config)
  expect(first.twoFactorKeys).toEqual([first.of['two-factor']])
  expect(rotatedSecret(config, 'two-factor', now).twoFactor).toBeNull()
  rotatedSecret(config, 'two-factor', now).apply()
  const second = openSecrets(config)
  expect(second.twoFactorKeys).toEqual([second.of['two-factor'], first.of['two-factor']])

  const next = rotatedSecret(config, 'two-factor', now)
  expect(next.twoFactor).toEqual({ older: first.of['two-factor'], present: second.of['two-factor'] })
  next.apply()
  const third = openSecrets(config)
  expect(third.twoFactorKeys).toEqual([third.of['two-factor'], second.of['two-factor']])
  expect(readFileSync(config.secretsFile, 'utf8')).not.toContain(first.of['two-factor'].toString('hex'))
})

test('the data secret before stays, for backups, until the next rotation', () => {
  const config = configWith()
  const first = openSecrets(config)
  expect(first.dataSecrets).toEqual([first.of.data])
  rotatedSecret(config, 'data', now).apply()
  const second = openSecrets(config)
  expect(second.dataSecrets).toEqual([second.of.data, first.of.data])
  const next = rotatedSecret(config, 'data', now)
  expect(next.data?.present).toEqual([second.of.data, first.of.data])
  next.apply()

  expect(openSecrets(config).dataSecrets).toEqual([next.data?.next, second.of.data])
  expect(readFileSync(config.secretsFile, 'utf8')).not.toContain(first.of.data.toString('hex'))
})

test('a secret of the environment is rotated there', () => {
  const config = configWith({ PEER_SECRET: randomBytes(32).toString('hex') })
  openSecrets(config)

  expect(() => rotatedSecret(config, 'peer', now)).toThrow(/PEER_SECRET is set in the environment/)
  expect(() => rotatedSecret(configWith(), 'peer', now)).toThrow(/There is no /)
})

test('comments and empty lines of the file are skipped', () => {
  const config = configWith()
  openSecrets(config)
  const text = readFileSync(config.secretsFile, 'utf8')
  writeFileSync(config.secretsFile, `\n# a note\n${text}\n`, { mode: 0o600 })

  expect(openSecrets(config).of.peer.length).toBe(32)
})
