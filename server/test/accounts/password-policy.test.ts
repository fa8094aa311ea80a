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

test.each([
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
