import { expect, test } from 'vitest'
import { checkPasswordPolicy } from '../../src/accounts/password-policy.ts'

const about = {
  email: 'emma.whitfield@alder.example',
  names: ['Emma', 'Whitfield', 'Alder Capital', '森田', '森田証券'],
  rics: new Set(['7203.T', '130A.T', '9984.T']),
}

test.each([
  ['eleven lett', 'PASSWORD_LENGTH'],
  ['十一文字のパスワード', 'PASSWORD_LENGTH'],
  ['kR7$wq9!zLp2'.repeat(11), 'PASSWORD_LENGTH'],
  ['aitai-AITAI-ａｉｔａｉ', 'PASSWORD_GUESSABLE'],
  ['emma.whitfield@alder.example', 'PASSWORD_GUESSABLE'],
  ['Emma-Whitfield-1', 'PASSWORD_GUESSABLE'],
  ['AlderCapital99', 'PASSWORD_GUESSABLE'],
  ['森田証券・森田証券・森田証券', 'PASSWORD_GUESSABLE'],
  ['7203.T7203.T7203', 'PASSWORD_GUESSABLE'],
  ['９９８４ ９９８４ ９９８４', 'PASSWORD_GUESSABLE'],
  ['130A.T-130a.t-x', 'PASSWORD_GUESSABLE'],
  ['password1234', 'PASSWORD_COMMON'],
  ['P@ssw0rd2024!', 'PASSWORD_COMMON'],
  ['ｐａｓｓｗｏｒｄ１２３４', 'PASSWORD_COMMON'],
  ['p a s s w o r d 1 2', 'PASSWORD_COMMON'],
  ['passwordpassword', 'PASSWORD_COMMON'],
  ['パスワードパスワード1234', 'PASSWORD_COMMON'],
  ['letmein2026letmein', 'PASSWORD_COMMON'],
  ['dragonmonkey2024', 'PASSWORD_COMMON'],
  ['Summer2026!!!', 'PASSWORD_COMMON'],
  ['welcome12345', 'PASSWORD_COMMON'],
  ['sunshine princess', 'PASSWORD_COMMON'],
  ['correct horse battery staple', 'PASSWORD_COMMON'],
  ['qwertyuiop12', 'PASSWORD_COMMON'],
  ['1qaz2wsx3edc', 'PASSWORD_COMMON'],
  ['!QAZ2wsx#EDC', 'PASSWORD_COMMON'],
  ['zyxwvutsrqpo', 'PASSWORD_COMMON'],
  ['123456789012', 'PASSWORD_COMMON'],
  ['a1b2c3a1b2c3a1b2', 'PASSWORD_COMMON'],
  ['aaaaaaaaaaaa', 'PASSWORD_COMMON'],
  ['🌲🌲🌲🌲🌲🌲🌲🌲🌲🌲🌲🌲', 'PASSWORD_COMMON'],
])('%s is refused: %s', (password, fault) => {
  expect(checkPasswordPolicy(password, about)).toBe(fault)
})

/** What attackers try first: published lists, words of the product, walks, and decorated words. */
const commonStyle = [
  ...['password1234', 'password12345', 'Password123!', 'P@ssw0rd1234', 'Passw0rd!2026', 'passwordpassword1'],
  ...['123456789012', '1234567890123', '987654321098', '112233445566', '123123123123', '147258369147'],
  ...['qwertyuiop123', 'Qwerty123456', '1q2w3e4r5t6y', 'q1w2e3r4t5y6', 'zaq12wsxcde3', '1qaz2wsx3edc4rfv'],
  ...['asdfghjkl123', 'zxcvbnm12345', 'qazwsxedcrfv', '!QAZ@WSX#EDC', 'poiuytrewq12', 'qweasdzxc123'],
  ...['zse4rfvgy7ujm', 'qawsedrftgyh', 'a1b2c3d4e5f6', '1a2b3c4d5e6f', 'abcdefghijkl', 'abc123abc123'],
  ...['iloveyou1234', 'letmein12345', 'welcome12345', 'Welcome@2026', 'administrator', 'administrator1'],
  ...[
    'trustno1trustno1',
    'superman12345',
    'princess12345',
    'football2026!',
    'dragonball123',
    'manchesterunited',
  ],
  ...['unitedkingdom', 'thisismypassword', 'whatthefuck1', 'jesuschrist1', 'charlie123456', 'startrek1701'],
  ...[
    'correct-horse-aitai',
    'CorrectHorseAitai1',
    'aitai-password',
    'darkpool2026',
    'BlockTrade2026!',
    'ioi-locate-2026',
  ],
  ...[
    'contra-advert-1',
    'hiddenliquidity',
    'blocktrading1!',
    'aitaiaitaiaitai',
    'institutional1',
    'tradingdesk2026',
  ],
  ...[
    'Tokyo2020Tokyo',
    'yokohama19850412',
    '19850412yuki',
    '2026-11-22-tokyo',
    '!!!Nomura2026!!!',
    '0312345678kabu',
  ],
  ...[
    'sakura20260401',
    'doraemon1234',
    'パスワード12345678',
    'さくらさくら2026!!',
    '相対取引２０２６１１２２',
    'Autumn2026Autumn',
  ],
]

test('common-style passwords are refused', () => {
  expect(commonStyle.length).toBeGreaterThanOrEqual(43)
  expect(commonStyle.filter((password) => checkPasswordPolicy(password, about) === null)).toEqual([])
})

// Of the most common passwords of published leaks, and of no listed word or pattern.
test.each([
  ...[
    'leavemealone',
    'SonyEricsson',
    'ｎｅｅｄｆｏｒｓｐｅｅｄ',
    'intelligence',
    'transformers',
    'unbelievable',
  ],
  ...['supernatural', 'ghjcnjgfhjkm', 'biblethumper', 'Professional'],
])('%s is refused, because it is among the most common', (password) => {
  expect(checkPasswordPolicy(password, about)).toBe('PASSWORD_COMMON')
  expect(checkPasswordPolicy(`${password} of two herons`, about)).toBeNull()
})

test.each([
  'ferry-otter-lime-82',
  'Ten geese crossed Route 9',
  '7 lanterns by the canal',
  'mKq-8842-trBw-19',
  'umbrella fjord 4471 brass',
  'うなぎ食べたい土曜の夜に',
  'a quiet morning in Kabutocho',
  'river stone lamp ceiling',
  'kR7$wq9!zLp2',
  '830627193048',
  '🌲🍁🌸🍂🌿🎋🎍🪷🌾🍃🌱🪻',
  'ガンバリマス-2026-cafe',
  '静かな朝の兜町で待ち合わせを',
  'Emma walks nine dogs at dawn',
  'eight boats, 17203 lanterns',
  ' twelve blanks ',
  'kR7$wq9!zLp2'.repeat(10),
])('%s is accepted', (password) => {
  expect(checkPasswordPolicy(password, about)).toBeNull()
})

test('the list has no duplicates, and every entry is in its lookup form', async () => {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(new URL('../../data/common-passwords.txt', import.meta.url), 'utf8')
  const words = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(new Set(words).size).toBe(words.length)
  expect(words.filter((word) => word !== word.normalize('NFKC').toLowerCase().trim())).toEqual([])
  expect(words.length).toBeGreaterThan(1_000)
})

test('the hashes of the most common passwords are more than 3,000, each once', async () => {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(new URL('../../data/most-common-passwords.txt', import.meta.url), 'utf8')
  const hashes = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(hashes.length).toBeGreaterThanOrEqual(3_000)
  expect(new Set(hashes).size).toBe(hashes.length)
  expect(hashes.filter((hash) => !/^[\w-]{8}$/.test(hash))).toEqual([])
})
