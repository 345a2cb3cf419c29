/** A played tour of the app. Pictures are file names relative to the page. */
export interface PlayedTour {
  readonly title: string;
  readonly chapters: readonly { readonly title: string; readonly steps: readonly Step[] }[];
  /** Names of the languages in their own language; each scene has a picture per language, in the same order. */
  readonly languages: readonly string[];
  readonly scenes: readonly { readonly name: string; readonly pictures: readonly string[] }[];
}

export interface Step {
  readonly sentence: string;
  readonly pictures: readonly string[];
}

/** Returns an HTML page of the tour, which needs only the pictures. */
export function tourPage({ title, chapters, languages, scenes }: PlayedTour): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(title)}</title>
<style>
  body { margin: 2rem auto; max-width: 120rem; padding: 0 2rem; font: 1.125rem/1.5 system-ui, sans-serif; }
  figure { margin: 0 0 3rem; }
  figcaption, th { padding-bottom: .5rem; text-align: left; font-weight: 500; }
  figure div { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
  img { display: block; width: 100%; border: 1px solid #ccc; border-radius: .5rem; }
  table { width: 100%; border-spacing: 1rem; table-layout: fixed; }
  td { vertical-align: top; }
</style>
<h1>${text(title)}</h1>
<nav><ol>
${chapters.map((chapter, index) => `  <li><a href="#chapter-${index + 1}">${text(chapter.title)}</a>`).join('\n')}
${scenes.length > 0 ? `  <li><a href="#scenes">Every scene in ${languages.length} languages</a>` : ''}
</ol></nav>
${chapters.map((chapter, index) => `<h2 id="chapter-${index + 1}">${text(chapter.title)}</h2>\n${chapter.steps.map(figure).join('\n')}`).join('\n')}
${scenes.length > 0 ? sceneTable(languages, scenes) : ''}
</html>
`;
}

function sceneTable(languages: PlayedTour['languages'], scenes: PlayedTour['scenes']): string {
  return `<h2 id="scenes">Every scene in ${languages.length} languages</h2>
<table>
<tr>${languages.map((language) => `<th scope="col">${text(language)}</th>`).join('')}</tr>
${scenes.map(({ name, pictures }) => `<tr>${pictures.map((file) => `<td>${image(file, name)}</td>`).join('')}</tr>`).join('\n')}
</table>`;
}

function figure({ sentence, pictures }: Step): string {
  return `<figure><figcaption>${text(sentence)}</figcaption><div>${pictures.map((file) => image(file, sentence)).join('')}</div></figure>`;
}

function image(file: string, description: string): string {
  return `<a href="${text(file)}"><img loading="lazy" src="${text(file)}" alt="${text(description)}"></a>`;
}

function text(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
