import { expect, test } from 'vitest'
import { passwordHasher } from './password-hashing.ts'

test('a stored hash of an unknown form is an error, not a wrong password', async () => {
  const passwords = passwordHasher({ memory: 8, passes: 1, parallelism: 1 })

  for (const hash of ['', 'nine horses', '$2b$10$abcdefghijklmnopqrstuv'])
    await expect(passwords.verify('nine horses', hash), hash).rejects.toThrow('unknown form')
})
