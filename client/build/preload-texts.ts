import type { Plugin } from 'vite'

const files = { en: /messages\/src\/en\/every-page\.ts$/, jp: /messages\/src\/jp\/every-page\.ts$/ } as const

/**
 * Tells public/display.js, which knows the language before the first paint, the URLs of the texts of every
 * page, so that they load in parallel with the script.
 */
export const preloadTexts = (): Plugin => ({
  name: 'texts-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk')
      const data = Object.entries(files).map(([language, file]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId && file.test(facadeModuleId))
        if (!chunk) throw new Error(`no file of the build has the ${language} texts of every page`)
        return ` data-${language}="/${chunk.fileName}"`
      })
      return html.replace(' src="/display.js"', (src) => src + data.join(''))
    },
  },
})
