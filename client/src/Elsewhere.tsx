import { useEffect } from 'react'
import { LoadingScreen } from './LoadingScreen.tsx'
import { installation } from './ui/installation.ts'
import { useLanguage } from './ui/text.ts'

/** Leads to the owner's page about us, in the language of the screen (specification 2). */
export function Elsewhere() {
  const language = useLanguage()
  const url = installation.aboutUrl[language]
  useEffect(() => {
    if (url !== null) location.replace(url)
  }, [url])
  return <LoadingScreen onRetry={null} />
}
