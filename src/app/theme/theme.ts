import { createTheme, type ComboboxParsedItem, type MantineColorsTuple } from '@mantine/core';
import { textSearch } from '../../lib/base/search-terms';

/** The only accent color. White text on shade 7, and text in shade 3 on dark surfaces, have the contrast of WCAG AA. */
const petrol: MantineColorsTuple = [
  '#e9f6f8',
  '#d3e9ee',
  '#a5d3dd',
  '#74bccb',
  '#4ea8ba',
  '#2c93a8',
  '#177f95',
  '#0c6a7e',
  '#095667',
  '#06424f',
];

/** Cool grays for surfaces and text of the light scheme. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e4e7ec',
  '#d5dae1',
  '#b9c1cc',
  '#8f99a8',
  '#606b7c',
  '#4b5566',
  '#303947',
  '#1a212c',
];

/** Cool grays for the dark scheme, from text (0) to the darkest surface (9). */
const dark: MantineColorsTuple = [
  '#d9dee6',
  '#b6bfcb',
  '#97a2b1',
  '#6d7888',
  '#3d4653',
  '#2e3640',
  '#232a33',
  '#1a2028',
  '#14191f',
  '#0e1216',
];

/** The id of the element in the page's main landmark into which menus, lists and tooltips are rendered. */
export const OVERLAYS_ID = 'overlays';

/** Returns props that render a component into this element. If the page has none, as on the sign-in screen, Mantine uses the body. */
function inLandmark() {
  const target = document.getElementById(OVERLAYS_ID);
  return target === null ? {} : { portalProps: { target } };
}

interface Options {
  readonly options: readonly ComboboxParsedItem[];
  readonly search: string;
  readonly limit: number;
}

/** The filter of all option lists. Returns at most `limit` options whose label contains the search text. */
export function filterByLabel({ options, search, limit }: Options): ComboboxParsedItem[] {
  const isFound = textSearch(search.trim());
  let left = limit;
  const take = <Item extends { readonly label: string }>(items: readonly Item[]) => {
    const found = items.filter(({ label }) => isFound(label)).slice(0, left);
    left -= found.length;
    return found;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return take([option]);
    const items = take(option.items);
    return items.length === 0 ? [] : [{ ...option, items }];
  });
}

/** The Mantine theme. The build writes its variables into a style sheet (theme-stylesheet.ts). tokens.css contains all other styles. */
export const theme = createTheme({
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  black: '#1a212c',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  // Equal to the page's `line-height` in tokens.css, so that small text looks the same in all components.
  lineHeights: { xs: '1.45', sm: '1.45' },
  headings: { fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // Mantine's asterisk would be part of the label's text, so tokens.css adds a different one.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false, filter: filterByLabel } },
    // The scroll lock of modals and drawers adds a <style> element, which the page's content security policy refuses.
    ModalRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    DrawerRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    Combobox: { defaultProps: inLandmark },
    Menu: {
      defaultProps: () => ({
        ...inLandmark(),
        shadow: 'sm',
        transitionProps: { duration: 80 },
        returnFocus: true,
        // Mantine's focus placeholder has no accessible name, and would take the focus before the first item.
        withInitialFocusPlaceholder: false,
      }),
    },
    Tooltip: {
      defaultProps: () => ({ ...inLandmark(), openDelay: 400, transitionProps: { duration: 80 } }),
    },
  },
});
