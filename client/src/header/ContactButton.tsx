import { Button } from '../ui/Button.tsx'
import { useText } from '../ui/text.ts'
import { useContact } from './use-contact.ts'

/** 'Contact Account Manager' (specification 2). What it stands in closes first: the popup takes the focus. */
export function ContactButton({ onAsk }: { onAsk: () => void }) {
  const text = useText()
  const [ask, { isLoading }] = useContact()
  const press = (): void => {
    onAsk()
    void ask()
  }
  return (
    <Button busy={isLoading} onClick={press}>
      {text('contact.button')}
    </Button>
  )
}
