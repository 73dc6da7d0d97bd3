// Mantine's components of all screens after sign-in, each after those it is built on. Later parts import their own styles.
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Title.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/OverflowList.css';
import './print.css';
