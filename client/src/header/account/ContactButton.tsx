import { useContactAccountManagerMutation } from '../../app/api/accounts-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'

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

/** One wish to be called, whatever button asked for it; its popup is told of the answer (ContactPopup). */
export const useContactRequest = () => useContactAccountManagerMutation({ fixedCacheKey: 'contact' })
