import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addAlder,
  addAlderAlone,
  addTraderArguments,
  cliFor,
  emptyFolder,
  resultOf,
  splitWords,
} from './cli-process.ts'

test('an institution, a broker and a user are added to an installation that does not run', async () => {
  const aitai = cliFor(await emptyFolder())
  await addAlder(aitai)

  const user = await resultOf(
    aitai([...addTraderArguments('Emma@Alder.example'), '--password-stdin'], 'a quiet harbour at dawn\n'),
  )

  expect(user).toEqual({
    userId: expect.stringMatching(/^[0-9a-f]{32}$/),
    email: 'emma@alder.example',
    firstName: 'Emma',
    lastName: 'Whitfield',
    role: 'TRADER',
    firm: 'Alder',
    broker: null,
    phone: null,
    language: 'en',
    twoFactor: false,
    firstLogin: false,
    deskHead: false,
    active: true,
  })
  expect(await resultOf(aitai(['status']))).toMatchObject({
    server: { running: false },
    firms: 1,
    brokers: 1,
    users: 1,
  })
})

test("without a password a user gets a temporary one by mail, in the user's language", async () => {
  const aitai = cliFor(await emptyFolder())
  await addAlderAlone(aitai)

  const added = await aitai([...addTraderArguments('yui@alder.example'), '--language', 'ja'])
  await resultOf(aitai(addTraderArguments('second@alder.example')))
  const { out } = await aitai(['outbox'])
  const [mail, second] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

  expect(JSON.parse(added.out)).toMatchObject({ firstLogin: true, language: 'ja' })
  expect(mail).toMatchObject({ kind: 'mail', recipient: 'yui@alder.example', sentAt: null })
  expect(mail.subject).toContain('アカウント開設')
  expect(mail.body).toContain('https://desk.example')
  const password = /仮パスワード：(\S+)/.exec(mail.body)?.[1] ?? ''
  expect(password).toMatch(/^[a-z2-9-]{16,}$/)
  expect(added.out + added.err).not.toContain(password)
  // One JSON line for each message, the newest last.
  expect(second).toMatchObject({ recipient: 'second@alder.example' })
})

test('a refusal is one line and exit code 1, by the data as by the program itself', async () => {
  const aitai = cliFor(await emptyFolder())
  await addAlderAlone(aitai)

  expect(await aitai(splitWords('firm add --name ALDER'))).toEqual({
    code: 1,
    out: '',
    err: 'There is an institution named ALDER already.\n',
  })
  expect(await aitai(splitWords('equities import nowhere.csv'))).toEqual({
    code: 1,
    out: '',
    err: 'nowhere.csv cannot be read: ENOENT\n',
  })
  expect(await aitai([...addTraderArguments('emma@alder.example'), '--password-stdin'], '\n')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/no password.*\n$/),
  })
})

test.each([
  ['no command', ''],
  ['an unknown command', 'firm sell'],
  ['a missing flag', 'firm add'],
  ['an empty flag', 'firm add --name='],
  ['an unknown flag', 'firm add --name Alder --colour green'],
  ['a flag twice', 'firm add --name Alder --name Birch'],
  ['a word too many', 'firm add --name Alder Birch'],
  ['a missing file', 'equities import'],
  ['an unknown role', addTraderArguments('e@x.example').join(' ').replace('TRADER', 'KING')],
  [
    'a trader without an institution',
    addTraderArguments('e@x.example').join(' ').replace(' --firm Alder', ''),
  ],
  ['a broker with an institution', addTraderArguments('e@x.example').join(' ').replace('TRADER', 'BROKER')],
  ['two-factor without a phone', `${addTraderArguments('e@x.example').join(' ')} --two-factor`],
  ['a password as a flag', `${addTraderArguments('e@x.example').join(' ')} --password hunter2hunter2`],
  ['replay without saying what for', 'replay'],
])('%s is answered with the usage and exit code 2', async (_, command) => {
  const { code, out, err } = await cliFor(await emptyFolder())(splitWords(command).filter(Boolean))

  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^aitai.*\n\n(Usage|aitai)/)
  expect(err).not.toContain('hunter2')
  expect(err).not.toMatch(/\n\s+at /)
})

test('an invalid environment is one clear line', async () => {
  const aitai = cliFor(join(await emptyFolder(), 'file', 'data'))
  const folder = await emptyFolder()
  await writeFile(join(folder, 'data'), 'a file where the folder should be')

  expect(await aitai(['--help'])).toMatchObject({ code: 0 })
  const { code, err } = await cliFor(join(folder, 'data'))(['status'])
  expect(code).toBe(1)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})

test('every command has help, which changes nothing', async () => {
  const folder = await emptyFolder()
  const aitai = cliFor(join(folder, 'data'))
  const { out } = await aitai(['--help'])
  const names = [...out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) /gm)].map((match) => match[1] ?? '')

  expect(names).toEqual(
    expect.arrayContaining(['firm add', 'broker assign', 'user add', 'equities import', 'outbox', 'replay']),
  )
  for (const name of names)
    expect(await aitai([...splitWords(name), '--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Usage:\n  aitai ${name}`),
    })
  await expect(stat(join(folder, 'data'))).rejects.toThrow('ENOENT')
})

test('concurrent commands wait for each other', async () => {
  const aitai = cliFor(await emptyFolder())
  const names = ['Alder', 'Birch', 'Cypress']

  const all = await Promise.all(names.map((name) => aitai(['firm', 'add', '--name', name])))

  expect(all.map(({ code, err }) => ({ code, err }))).toEqual(names.map(() => ({ code: 0, err: '' })))
  expect(await resultOf(aitai(['status']))).toMatchObject({ firms: names.length })
})
