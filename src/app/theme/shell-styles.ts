// Styles of Mantine components that all screens behind the sign-in need, in order of dependence. Lazy parts import further styles.
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
