import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { filterByLabel } from '../../ui/components/search-terms';

/** The one accent: petrol. Shade 7 carries white text at AA on light, shade 3 stands as text on dark. */
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

/** Cool greys for light surfaces and text. */
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

/** Cool greys for the dark scheme, text (0) to the deepest surface (9). */
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

/** The element in the page's main landmark that menus, lists and tooltips are rendered into. */
export const OVERLAYS_ID = 'overlays';

/** Without such an element, as on the sign-in screen, Mantine appends one of its own to the body. */
function inLandmark() {
  const target = document.getElementById(OVERLAYS_ID);
  return target === null ? {} : { portalProps: { target } };
}

/** The build turns its variables into a stylesheet (theme-stylesheet.ts). tokens.css has what Mantine cannot express. */
export const theme = createTheme({
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  black: '#1a212c',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  // As `line-height` of the page in tokens.css, so that small text looks the same in all components.
  lineHeights: { xs: '1.45', sm: '1.45' },
  headings: { fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // Mantine's asterisk would be part of the label's text; tokens.css has another one.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false, filter: filterByLabel } },
    // The scroll lock of modals and drawers writes a <style> element, which the page's policy refuses.
    ModalRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    DrawerRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    Combobox: { defaultProps: inLandmark },
    Menu: {
      defaultProps: () => ({
        ...inLandmark(),
        shadow: 'sm',
        transitionProps: { duration: 80 },
        returnFocus: true,
        // Mantine's placeholder has no name, and would take the focus before the first item.
        withInitialFocusPlaceholder: false,
      }),
    },
    Tooltip: {
      defaultProps: () => ({ ...inLandmark(), openDelay: 400, transitionProps: { duration: 80 } }),
    },
  },
});
