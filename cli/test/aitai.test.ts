import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addAlder,
  addAlderAlone,
  addTraderArguments,
  cliFor,
  cliProcessFor,
  emptyFolder,
  splitWords,
} from './cli.ts'

test('an institution, a broker and a user are added to an installation that does not run', async () => {
  const aitai = cliProcessFor(await emptyFolder())
  await addAlder(aitai)

  const user = await aitai.json(
    [...addTraderArguments('Emma@Alder.example'), '--password-stdin'],
    'a quiet harbour at dawn\n',
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
    grants: [],
    active: true,
    locked: false,
    signedIn: false,
    temporaryUntil: null,
  })
  expect(await aitai.json(['status'])).toMatchObject({
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
  await aitai.json(addTraderArguments('second@alder.example'))
  const [mail, second] = (await aitai.json(['outbox'])) as Record<string, string>[]

  expect(added.out).toBe('yui@alder.example is added: TRADER of Alder.\n')
  expect(await aitai.json(['user', 'show', 'yui@alder.example'])).toMatchObject({
    firstLogin: true,
    language: 'ja',
  })
  expect(mail).toMatchObject({ kind: 'mail', recipient: 'yui@alder.example', sentAt: null })
  expect(mail?.subject).toContain('アカウント開設')
  expect(mail?.body).toContain('https://desk.example')
  const password = /仮パスワード：(\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
  expect(password).toMatch(/^[a-z2-9-]{16,}$/)
  expect(added.out + added.err).not.toContain(password)
  // The newest is last.
  expect(second).toMatchObject({ recipient: 'second@alder.example' })
})

test('a refusal is one line and exit code 1, by the data as by the program itself', async () => {
  const aitai = cliProcessFor(await emptyFolder())
  await addAlderAlone(aitai)

  expect(await aitai(splitWords('firm add ALDER'))).toEqual({
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
  ['a missing flag', 'firm add'],
  ['an empty flag', 'firm add Alder --affiliate-group='],
  ['an unknown flag', 'firm add Alder --colour green'],
  ['a flag twice', 'firm add Alder --affiliate-group A --affiliate-group B'],
  ['a word too many', 'firm add Alder Birch'],
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
  expect(err).toMatch(/^aitai.*\n\nUsage/)
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

test.each([
  ['', 'aitai needs a command. Run `aitai --help` for all commands.\n'],
  [
    'frim list',
    "aitai: there is no command 'frim'. Did you mean 'firm list'?\nRun `aitai --help` for all commands.\n",
  ],
  ['usr', "aitai: there is no command 'usr'. Did you mean 'user'?\nRun `aitai --help` for all commands.\n"],
  [
    'firm disabel Alder',
    "aitai: there is no command 'firm disabel'. Did you mean 'firm disable'?\nRun `aitai firm --help` for more.\n",
  ],
  [
    'holidays sell',
    "aitai: there is no command 'holidays sell'. After 'holidays' comes import, list.\nRun `aitai holidays --help` for more.\n",
  ],
  [
    'holidays',
    "aitai holidays needs a verb. After 'holidays' comes import, list.\nRun `aitai holidays --help` for more.\n",
  ],
  ['--json firm list', 'aitai: put --json after the command.\n'],
  ['quit', "aitai: there is no command 'quit'.\nRun `aitai --help` for all commands.\n"],
])(
  "'%s' is answered with the wrong word and what was probably meant, in at most two lines",
  async (typed, says) => {
    const aitai = cliFor(await emptyFolder())

    expect(await aitai(splitWords(typed).filter(Boolean))).toEqual({ code: 2, out: '', err: says })
  },
)

test('a mistyped flag is named with the one that was probably meant', async () => {
  const { err } = await cliFor(await emptyFolder())(splitWords('firm add Alder --affiliate-gruop A'))

  expect(err).toMatch(/Unknown option '--affiliate-gruop'\. Did you mean --affiliate-group\?\n/)
})

test('the version is that of the release', async () => {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))

  expect(await cliProcessFor(await emptyFolder())(['--version'])).toEqual({
    code: 0,
    out: `aitai ${version}\n`,
    err: '',
  })
})

test('concurrent commands wait for each other', async () => {
  const aitai = cliProcessFor(await emptyFolder())
  const names = ['Alder', 'Birch', 'Cypress']

  const all = await Promise.all(names.map((name) => aitai(['firm', 'add', name])))

  expect(all.map(({ code, err }) => ({ code, err }))).toEqual(names.map(() => ({ code: 0, err: '' })))
  expect(await aitai.json(['status'])).toMatchObject({ firms: names.length })
})
