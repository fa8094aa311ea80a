import type { ConsoleUser } from '@aitai/contract/schemas/console/users.ts'
import { useLanguage } from '../../ui/text/use-text.ts'

/** Returns a function that writes a user's name as readers of the language do: given name first, or last. */
export function useUserName(): (user: Pick<ConsoleUser, 'firstName' | 'lastName'>) => string {
  const language = useLanguage()
  return ({ firstName, lastName }) =>
    language === 'Jp' ? `${lastName} ${firstName}` : `${firstName} ${lastName}`
}
