import { useContactAccountManagerMutation } from '../../app/api/accounts-api.ts'

/** One wish to be called, whatever button asked for it; its popup is told of the answer (ContactPopup). */
export const useContactRequest = () => useContactAccountManagerMutation({ fixedCacheKey: 'contact' })
