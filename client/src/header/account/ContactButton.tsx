import { useContactAccountManagerMutation } from '../../app/api/accounts-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'

/** 'Contact Account Manager'. What it stands in closes first: the popup takes the focus. */
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

/** One wish to be called, whatever button asked for it; its popup is told of the answer (ContactPopup). */
export const useContactRequest = () => useContactAccountManagerMutation({ fixedCacheKey: 'contact' })
