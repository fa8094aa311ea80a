import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSecrets } from './accounts/installation-secrets.ts'
import { refuseTrialDefaults } from './admin/demo/trial-defaults.ts'
import { readPeerTls } from './cluster/peer-transport.ts'
import { ConfigError, readConfig } from './config.ts'
import { similarVariable, variables } from './config-variables.ts'
import { checkTlsFiles } from './database/tls-files.ts'
import { checkAppendable, createFolder } from './folders.ts'

const counts = ['0', '-1', '1.5', 'ten', '1e3', '99999999']
const words = ['maybe', 'ON', 'true', ' on']
const file = import.meta.filename
const peers = {
  PEER_URL: 'https://server1.example:8090',
  PEER_TLS_CA: file,
  PEER_TLS_CERT: file,
  PEER_TLS_KEY: file,
}
const feed = { QUOTES: 'http' }
const database = 'postgres://aitai:x@localhost:5432'

/** Wrong values of every variable, with what else must be set for it to be read. */
const wrongValues: Readonly<Record<string, readonly string[]>> = {
  ABOUT_URL_EN: ['about', 'http://desk.example', 'javascript:1'],
  ABOUT_URL_JP: ['about', 'http://desk.example', 'javascript:1'],
  ACCOUNT_MANAGER: ['nobody', 'a b@c.example', '<a@b.example>'],
  API_DOCS: words,
  CALENDAR: ['nyse', 'JPX', 'always'],
  DATABASE_URL: [
    'mysql://x',
    'localhost:5432/aitai',
    'postgres://',
    'postgres://localhost',
    `${database}/`,
    'postgres://aitai:p@ss:w/o?r#d%41@localhost:5432/aitai',
    'postgres://aitai:12#x@localhost/aitai',
    'postgres://aitai:12?x@localhost/aitai',
    'postgres://aitai:100%@localhost/aitai',
    `${database}/aitai?sslmode=yes`,
    `${database}/aitai?sslmode=verify-full&sslrootcert=/no/such/ca.crt`,
    `${database}/aitai?target_session_attrs=any`,
  ],
  DATA_DIR: ['/etc/passwd', '/etc/passwd/data', '/proc/nope'],
  DEMO: ['maybe', 'OFF', 'true'],
  FEED_TOKEN: [
    '',
    'short',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'with a space in it 0123456789',
    'REPLACE-BY-openssl-rand-hex-32',
  ],
  HOST: ['http://localhost', 'localhost:8080', 'a b', '*'],
  LOCATE_PASSWORD_DAYS: counts,
  MESSAGE_DAYS: counts,
  LOGIN_REDIRECT: [...words, 'on'],
  LOG_FILE: ['/tmp', '/proc/nope', '/etc/passwd/server.log'],
  LOG_LEVEL: ['verbose', 'INFO'],
  MAIL_FROM: ['nobody', 'a b@c.example'],
  METRICS: ['loopback', '70000', '-1', 'on'],
  OPERATOR: [],
  OPERATOR_CREDENTIAL: [],
  OPERATOR_CREDENTIAL_FILE: [],
  PEER_TLS_CA: ['', '/no/such/file'],
  PEER_TLS_CERT: ['', '/no/such/file'],
  PEER_TLS_KEY: ['', '/no/such/file'],
  PEER_URL: ['http://host', 'ftp://host:1', 'host:8090', 'http://a@host:1', 'http://host:99999'],
  BACKUP_RECIPIENT: ['nobody', 'age1', 'ssh-ed25519 AAAA', 'AGE-SECRET-KEY-1QQQQ'],
  COMPLIANCE: ['nobody', 'a b@example.com'],
  PORT: ['80x', '-1', '65536', '0x50', ' 80'],
  PUBLIC_URL: [
    'aitai',
    'ftp://x',
    'javascript:1',
    'desk.example:443',
    'https://desk.example/path',
    'https://desk.example?x',
    'https://user:password@desk.example',
  ],
  QUOTES: ['live', 'replay:', 'HTTP'],
  REPLAY_SPEED: ['0', '-1', 'fast', '1000000'],
  ROBOTS: words,
  SECRETS_FILE: ['/etc', '/etc/hostname'],
  SMS_TOKEN: ['two words', 'line\nend', 'トークン'],
  SMS_URL: ['gateway', 'ftp://gateway.example'],
  SMTP_URL: ['mail.example:25', 'http://mail.example'],
  SWEEP_DELAY: ['1000', '4000-1000', 'a-b', '-1-5'],
  TRUST_PROXY: ['garbage', '10.0.0.0/99', '10.0.0.1,', '10.0.0.0/8/8', 'proxy.example', '::1/129'],
  WEB_VERSION: ['1', 'v1.0.0', '1.0.0 ', 'latest'],
  ...Object.fromEntries(
    variables
      .filter((name) => /_PER_|^CONTACTS|^(CHANGES|READS|VISITS)/.test(name))
      .map((name) => [name, counts]),
  ),
  ...Object.fromEntries(
    variables
      .filter((name) => name.includes('_SECRET'))
      .map((name) => [name, name.endsWith('_UNTIL') ? ['tomorrow'] : ['short', 'z'.repeat(64)]]),
  ),
}

/** What else is set, so that the variable is read. */
const besides: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FEED_TOKEN: feed,
  REPLAY_SPEED: { QUOTES: 'replay:day.csv' },
  PEER_SECRET_BEFORE_UNTIL: { PEER_SECRET_BEFORE: 'a'.repeat(64) },
  PEER_TLS_CA: peers,
  PEER_TLS_CERT: peers,
  PEER_TLS_KEY: peers,
}

/** Everything that a start checks before it opens the database. */
function checksOfStart(env: Readonly<Record<string, string>>): void {
  const config = readConfig(env)
  createFolder('DATA_DIR', config.dataDir)
  if (config.logFile !== null) checkAppendable('LOG_FILE', config.logFile)
  refuseTrialDefaults(config)
  readPeerTls(config)
  if (config.databaseUrl !== null) checkTlsFiles(config.databaseUrl)
  openSecrets(config)
}

function failureOf(env: Readonly<Record<string, string>>): unknown {
  try {
    checksOfStart(env)
    return null
  } catch (error) {
    return error
  }
}

test('every variable has wrong values here', () => {
  expect(variables.filter((name) => wrongValues[name] === undefined)).toEqual([])
})

test.each(
  Object.entries(wrongValues).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
)('a wrong %s, "%s", is refused by one line that names it', (name, value) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'aitai-config-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const error = failureOf({ DATA_DIR, ...besides[name], [name]: value })

  expect(error).toBeInstanceOf(ConfigError)
  const { message } = error as ConfigError
  expect(message).toContain(name)
  expect(message).not.toContain('\n')
})

test.each([
  ['CALENDER', 'CALENDAR'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['QOUTES', 'QUOTES'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['FEED_TOKEM', 'FEED_TOKEN'],
])('%s is refused, and %s is proposed', (name, meant) => {
  const line = `${name} is not a variable of Aitai. Did you mean ${meant}? Rename it, or remove it`
  expect(() => readConfig({ [name]: 'x' })).toThrow(new ConfigError(line))
})

test('variables of the system are no misspelt ones', () => {
  const usual =
    'HOME PATH PWD USER SHELL TERM LANG TZ PS1 EDITOR HOSTNAME LOGNAME MAIL SHLVL TMPDIR NODE_ENV NODE_OPTIONS CI INIT_CWD XDG_RUNTIME_DIR DISPLAY DEBUG COLOR PORTS HTTP_PROXY https_proxy NO_PROXY PGPORT PGHOST PGUSER INVOCATION_ID JOURNAL_STREAM'
  expect(usual.split(' ').filter((name) => similarVariable(name) !== null && name !== 'PORTS')).toEqual([])
})
