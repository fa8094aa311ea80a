import { useContactAccountManagerMutation } from '../../app/api/accounts-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'

/** 'Contact Account Manager'. The menu closes first, because the popup takes the focus. */
export function ContactButton({ onRequest }: { onRequest: () => void }) {
  const text = useText()
  const [request, { isLoading }] = useContactRequest()
  const press = (): void => {
    onRequest()
    void request()
  }
  return (
    <Button busy={isLoading} onClick={press}>
      {text('contact.button')}
    </Button>
  )
}

/** A request to be called, shared by all buttons, because its popup shows the result (ContactPopup). */
export const useContactRequest = () => useContactAccountManagerMutation({ fixedCacheKey: 'contact' })
