import { useEffect } from 'react'
import { installation } from '../ui/browser/installation.ts'
import { useLanguage } from '../ui/text/use-text.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

/** Leads to the owner's page about us, in the language of the screen (specification 2). */
export function ExternalRedirect() {
  const language = useLanguage()
  const url = installation.aboutUrl[language]
  useEffect(() => {
    if (url !== null) location.replace(url)
  }, [url])
  return <LoadingScreen onRetry={null} />
}
