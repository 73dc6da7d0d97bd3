// Styles that the sign-in screen needs. Our tokens come last, to override Mantine's. Other screens also need shell-styles.ts.
import 'virtual:theme.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Tabs.css';
import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './preferences.css';
