import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { useContactRequest } from './use-contact.ts'

/** 'Contact Account Manager' (specification 2). What it stands in closes first: the popup takes the focus. */
export function ContactButton({ onAsk }: { onAsk: () => void }) {
  const text = useText()
  const [ask, { isLoading }] = useContactRequest()
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
