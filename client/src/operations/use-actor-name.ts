import { useText } from '../ui/text/use-text.ts'

interface Actor {
  readonly by: string
  /** Whether that is a user who was identified, not a name given at the command line. */
  readonly isUser: boolean
}

/** Returns a function that names who did something, and says if the name is one of the command line. */
export function useActorName(): (actor: Actor) => string {
  const text = useText()
  return ({ by, isUser }) => (isUser ? by : text('operations.halts.byCommand', { name: by }))
}
