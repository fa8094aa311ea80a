import { useContactAccountManagerMutation } from '../accounts-api.ts'

/** One wish to be called, whatever button asked for it; its popup is told of the answer (ContactPopup). */
export const useContact = () => useContactAccountManagerMutation({ fixedCacheKey: 'contact' })
